import type { TextDocument } from './document.ts';

/** /privacy */
export const PRIVACY: TextDocument = {
  title: 'Privacy',
  lead: 'What is stored about you, why, for how long, and who sees it. No tracking, no ads, no third-party analytics.',
  sections: [
    {
      title: 'Your account',
      paragraphs: [
        'Username, first and last name, e-mail address, when you signed up and confirmed that you are 18 or older, and whether your address is confirmed. Your password is stored only as an Argon2id hash, which nobody can turn back into the password.',
        'Your e-mail address, your names and your coin balance are visible to you and to admins only. Everything is kept until the account is deleted.',
      ],
    },
    {
      title: 'Your character and your fights',
      paragraphs: [
        'Your profile, level, stats, wins and losses are seen by every signed-in player. Fights are kept with every blow, so that they can be verified, and are public to signed-in players once they are over. What you did (a victory, a new level, joining) appears in the activity.',
        'Fights and the record of coins are kept after the account is deleted, with a bare number in place of your name.',
      ],
    },
    {
      title: 'Sessions and cookies',
      paragraphs: ['Three things are kept in the browser or with its connection, all of them needed:'],
      points: [
        'a session cookie, which scripts cannot read: 30 days after your last visit it ends, or with the browser if you do not want to be remembered;',
        'a CSRF token (the cookie XSRF-TOKEN), which proves that a request comes from this site;',
        'a socket id, which names your live connection while a page is open and is not stored.',
      ],
    },
    {
      title: 'Where you signed in',
      paragraphs: [
        'With each session we store the kind of browser, the network address and the last use, so that you can recognise a stranger in your settings and end that session. They go with the session. The theme you choose is kept in your own browser only.',
      ],
    },
    {
      title: 'E-mail',
      paragraphs: [
        'You get mail to confirm your address and to choose a new password. Reset links are valid for one hour, confirmation links for seven days, and each works once.',
        'An address that is confirmed also gets word when your password or your address was changed (the latter goes to the address you had), the receipt of a payment, word that the copy of your data is ready, and the reason if your account is suspended. Nothing else is mailed, and no news or ads.',
      ],
    },
    {
      title: 'Notifications on your devices',
      paragraphs: [
        'If you turn them on for a device, we store the address that its browser gives out for it, until you turn them off or that session ends. What we send says who and what kind of thing it is about, never what was written. It is encrypted for your browser and goes through the push service of its maker, which learns when you are told something, and not what.',
        'What you want to be told of and your quiet hours, with your time zone, are kept until the account is deleted.',
      ],
    },
    {
      title: 'Messages and media',
      paragraphs: [
        'Direct messages are for the two of you; staff sees one only when one of you reports it. A medium sent as temporary is deleted 24 hours after sending and shown as expired. A file that was uploaded and never sent is deleted after 24 hours. Where and by what a picture or video was taken is removed from it.',
      ],
    },
    {
      title: 'What you write and share',
      paragraphs: [
        'Posts, comments, photos, forum posts and lobby lines are seen by signed-in players, but not by those you block or who block you. They are kept until you or staff delete them; lobby lines for 30 days, the latest 200 in any case, clips until their 24 hours are over. Whom you block is kept until you unblock them, and they are not told.',
        'Notifications that you have read are deleted after 30 days; of unread ones the latest 500 are kept. When something is reported, staff keep a copy of it until 30 days after they have decided.',
      ],
    },
    {
      title: 'What staff do',
      paragraphs: [
        'While a mute or a suspension lasts, your account holds until when it is, its reason, and who gave it; staff see that, and you see until when and why. What it was stays there until another takes its place.',
        'Everything that staff do about a player or what they wrote goes into a log: who, what, about whom, what was there before and is after, when and why. Only admins read all of it; a report shows the staff who judge it what was done about that player before. The log is kept without an end, so that acts of staff can be checked, and it never holds what was said in a direct message. A report stays as well, with its reason and what came of it.',
      ],
    },
    {
      title: 'Other sites',
      paragraphs: [
        'GIFs are loaded from GIPHY’s servers, which see the address of your network then, as any site does; nothing that names you is sent. A YouTube video loads only when you press it, from its host without cookies. Pictures of other sites in the forum are fetched by our server, so that those sites learn nothing of you. A payment by card is made on the payment provider’s own page.',
      ],
    },
    {
      title: 'Logs',
      paragraphs: [
        'The server writes down which address asked for what and how long it took, to keep the site running and safe. Passwords, tokens, cookies and the texts of messages are never in these logs.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can ask what is stored about you, have it corrected, get a copy, and have it deleted. Copy and deletion are yours to do, at the end of the page where you edit your profile; for the rest write to support from the address of your account. You may also complain to the data protection authority of your country.',
      ],
    },
    {
      title: 'A copy of your data',
      paragraphs: [
        'A zip with all that is yours, as JSON and as your own files: account, profile, character, sessions, friends, blocks, posts, comments, photos, clips, messages you sent and got, what you wrote in the forum and the lobby, fights, coins, purchases, notifications and reports you filed. It holds no password, and nothing that only others know. You can ask for one a day; it is kept for seven days, and only you can fetch it, signed in.',
      ],
    },
    {
      title: 'Deleting your account',
      paragraphs: [
        'Your names, e-mail address, profile and sessions go at once; photos, clips, likes, friends, blocks, notifications, items and the files you sent within seconds. If something was still coming in at that moment, it goes within half an hour.',
        'Posts, comments, what you wrote in the forum and the lobby, and messages to others stay under “Deleted player”. A copy that a report keeps of something of yours stays until 30 days after staff have decided about that report, also when the thing itself is gone. Fights, payments, the record of coins and the log of what staff did keep a bare number. Your username stays reserved for ever, and nothing says whose it was.',
      ],
    },
  ],
};
