import type { TextDocument } from './document.ts';

/** Texts above the table of retention periods. */
export const RETENTION_TEXTS = {
  title: 'How long we keep your data',
  text: 'This data is deleted automatically. Backups of the site keep deleted data until the backups are deleted, too.',
  columns: ['Data', 'Kept'],
};

/** Texts of /privacy. */
export const PRIVACY: TextDocument = {
  title: 'Privacy',
  lead: 'What we store about you, why, for how long, and who sees it. No tracking, no ads, no third-party analytics.',
  sections: [
    {
      title: 'Your account',
      paragraphs: [
        'We store your username, first and last name and email address, and whether that address is confirmed. We also store when you signed up and confirmed that you are 18 or older. We store your password only as an Argon2id hash, which nobody can turn back into the password.',
        'Only you and admins can see your email address, your names and your coin balance. We keep all of this until the account is deleted.',
      ],
    },
    {
      title: 'Your character and your fights',
      paragraphs: [
        'Every logged-in player can see your profile, level, stats, wins and losses. Fights are stored with every move, so that they can be replayed and verified once they are over. In Settings, you choose who can watch your fights: everybody, even without an account; logged-in players; or only you and your opponent. If you don’t choose, everybody can watch ranked fights, and logged-in players can watch other fights. Your opponent’s setting also applies, and the stricter one counts. The page of a fight shows both usernames, pictures, levels and fight stats, but never coins. It is listed for search engines only if you both chose “Everybody”. The activity feed shows when you joined, won a fight, made a friend or reached a new level.',
        'Fights and coin records are kept after the account is deleted, with a number in place of your name. Only your opponents can still open these fights.',
      ],
    },
    {
      title: 'Sessions and cookies',
      paragraphs: ['The site needs these three things:'],
      points: [
        'a session cookie, which scripts cannot read; it ends when your session does or, if you do not choose “Remember me”, when you close the browser;',
        'a CSRF token (the cookie XSRF-TOKEN), which proves that a request comes from this site;',
        'a socket ID, which identifies your live connection while a page is open and is not stored.',
      ],
    },
    {
      title: 'Where you are logged in',
      paragraphs: [
        'With each session we store the kind of browser, the network address and the time of the last use, so that you can spot a stranger’s session in Settings and end it. This data is deleted with the session, and the address is shortened after the time in the table below. The theme you choose is kept in your own browser only.',
      ],
    },
    {
      title: 'Email',
      paragraphs: [
        'We email you to confirm your address and to let you choose a new password. Each link works once and for a limited time.',
        'While you change your address, we store the new one as well. If your address is confirmed, we also email you in these cases: someone logs in with a new browser; your password, address, passkeys or other login settings change; a recovery code or a copy of a passkey is used; you pay (a receipt); the copy of your data is ready; your account is suspended (with the reason); or your appeal against a suspension is answered. The email about a changed address goes to your old address, with a link that undoes the change. Staff also get alerts and confirmation codes. We send no other email, no news and no ads.',
      ],
    },
    {
      title: 'Notifications on your devices',
      paragraphs: [
        'If you turn notifications on for a device, we store the delivery address that its browser provides. We delete this address when you turn notifications off or when your session on that device ends. A notification shows its sender and its type, but never the text of a message. It is encrypted for your browser and goes through the push service of the browser’s maker. This service learns when you are notified, but not why.',
        'Your choice of notifications, your quiet hours with your time zone, and your safety settings are kept until the account is deleted.',
      ],
    },
    {
      title: 'Messages and media',
      paragraphs: [
        'Only you and the other player can read your direct messages. If one of you reports a message, staff can read it and the messages around it. Media sent as temporary is deleted automatically and shown as expired. We remove hidden data from pictures and videos, such as where and with which device they were taken.',
      ],
    },
    {
      title: 'What you write and share',
      paragraphs: [
        'Every logged-in player can see your posts, comments, photos, clips, forum posts and lobby messages, unless one of you blocks the other. Content that staff delete is first hidden, so that mistakes can be undone, and later deleted for good. We keep the lists of players you block or mute until you unblock or unmute them. We do not notify these players.',
        'If something is reported, staff keep a copy of it until they decide, and for a limited time afterwards.',
      ],
    },
    {
      title: 'What staff do',
      paragraphs: [
        'If you are muted or suspended, we store who did it, why, and until when. Staff can see all of that; you can see why and until when. We keep this information until another mute or suspension replaces it. Each mute, suspension and removal of your content is also kept as a decision that you can see, with its rule and reason, your appeal and the answer, until you delete your account. Until the mute or suspension ends, we also store it with a code made from your email address, so that it also applies to any later account with the same address. The code cannot be turned back into the address.',
        'Everything that staff do about a player or a player’s content is recorded in a log. The log shows who did what, when and why, which player it concerned, and the state before and after. Only admins can read the whole log; staff who review a report see the earlier actions on the reported player. The log is kept indefinitely, so that staff actions can be checked, and it never contains the text of direct messages. Reports are kept as well, with their reason and outcome.',
      ],
    },
    {
      title: 'Other sites',
      paragraphs: [
        'GIFs are loaded from GIPHY’s servers, which then see your network address, as any site you visit does; we send nothing that identifies you. A YouTube video loads only when you press it, from YouTube’s cookie-free address. If the Forum shows pictures from other sites, our server fetches them, so that those sites learn nothing about you. You pay by card on the payment provider’s own page.',
      ],
    },
    {
      title: 'Logs',
      paragraphs: [
        'To keep the site running and safe, the server logs which page or action each request was for, its result and its duration. It logs the network address only when you log in or sign up, and when a request is refused. Passwords, tokens, cookies and the texts of messages are never in these logs.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can ask what we store about you, have it corrected, get a copy, and have it deleted. You can get a copy and delete your account yourself at the bottom of the Edit Profile page. For anything else, write to support from the address of your account. You can also complain to the data protection authority of your country.',
      ],
    },
    {
      title: 'A copy of your data',
      paragraphs: [
        'The copy is a zip file with your data as JSON, and the files you uploaded. It includes your account, profile, character, sessions, passkeys (without their keys), friends, blocks, mutes, safety settings, posts, comments, photos, clips, messages you sent and received, what you wrote in the Forum and the Lobby, fights, ratings, coins, purchases, notifications, reports you filed, and decisions about you with your appeals. The file columns.json lists every kind of stored data, with its place in the copy or the reason why it’s missing. The copy doesn’t include your password, or anything that only other people can see. You can request one copy a day, and only you can download it, while logged in.',
      ],
    },
    {
      title: 'Deleting your account',
      paragraphs: [
        'Your names, email address, profile and sessions are deleted immediately. Your photos, clips, likes, friends, blocks, mutes, safety settings, notifications, items and the files you sent are deleted within seconds. Anything you were still sending at that moment is deleted within half an hour.',
        'Posts, comments, what you wrote in the Forum and the Lobby, and messages to others stay under “Deleted player”. If a report contains a copy of your content, the copy stays for the time in the table below. Fights, rating changes, payments, coin records and the log of staff actions keep only a number instead of your name. Your username stays reserved forever, without any link to you. If you are muted or suspended, a code made from your email address stays until the mute or suspension ends.',
      ],
    },
  ],
};
