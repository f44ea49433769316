/** A post in the demo world and its replies. */
export type DemoPost = {
  by: string;
  text: string;
  replies?: readonly (readonly [by: string, text: string])[];
};

/** The posts, latest first. */
export const POSTS: readonly DemoPost[] = [
  {
    by: 'kettlewick',
    text: 'Soup of the day: whatever lost the argument with the big ladle. Served until the pot is empty or I am.',
    replies: [
      ['GrindstoneGus', 'Two bowls. One is for the grindstone.'],
      ['little_howl', 'SAVE ME SOME i am four fights away'],
    ],
  },
  {
    by: 'moonmilk',
    text: 'first win before breakfast. second win after breakfast. breakfast was the hard part',
    replies: [['acornathan', 'What did breakfast hit you with?']],
  },
  {
    by: 'Captain_Merrow',
    text: 'Fog on the reach, three lanterns out. If you hear singing, do not answer. It is only Squall.',
    replies: [['Squall', 'I was humming.']],
  },
  {
    by: 'demo_mod',
    text: 'A reminder from the gatehouse: fight hard, speak kindly. The ring washes off, words do not.',
  },
  {
    by: 'demo_player',
    text: 'Eleven health left, one heal, and I still got up first. Somebody write that on a wall.',
    replies: [
      ['kettlewick', 'Written. Kitchen wall, next to the prices.'],
      ['moonmilk', 'that was my health you got up in front of. well done though'],
    ],
  },
  {
    by: 'Sir_Reginald_III',
    text: 'One has been defeated by a person named Hob the LESSER. One requests that this not be repeated, in either sense.',
    replies: [['Hob_the_Lesser', 'same time tomorrow sir?']],
  },
  {
    by: 'Granny_Nettle',
    text: 'Poultices are free for anybody under level five. Above that you should know better, and it is two coins.',
  },
  {
    by: 'Torvik99',
    text: 'New record: nine exchanges without a heal. My healer is not impressed. My healer is never impressed.',
  },
  {
    by: 'penny-wise_pal',
    text: 'Tip of the week: sell the sword you never draw. It has been costing you rent in your head.',
  },
  {
    by: 'Elowen_Briar',
    text: 'The old oak by the east path dropped every leaf last night, all at once. The grove is holding its breath.\n\nRangers: walk in pairs until I know why.',
    replies: [
      ['stagheart_oren', 'With you from dawn.'],
      ['Fenna.Foxglove', 'I can carry a lantern and worry at the same time.'],
    ],
  },
  {
    by: 'Nobody_Special',
    text: 'I have no clan, no crest and no plan. Currently undefeated this afternoon.',
  },
  {
    by: 'Mother_Bellows',
    text: 'Forge is hot. Bring what is bent, leave what is broken, take what is yours. In that order.',
  },
  { by: 'hexe.und.co', text: 'We have read your fortunes for the week. Most of you should wear a helmet.' },
  {
    by: 'barnacle_bess',
    text: 'Who tied my boat to @dockside_deke and why did it take him a whole hour to notice?',
    replies: [['dockside_deke', 'I thought the town was moving.']],
  },
  {
    by: 'OldKnut',
    text: 'Forty winters. Same axe. Two new handles and one new head, but the same axe.',
    replies: [['Quill-Without-Ink', 'I have so many questions and no ink.']],
  },
  {
    by: 'Aurelio_Vane',
    text: 'The Goldbarrow accounts are balanced to the last coin. I intend to celebrate by counting them again.',
  },
  {
    by: 'Wandering.Wu',
    text: 'Walked from the pass to the sea in six days. The road is fine. My boots have resigned.',
  },
  {
    by: 'Ysolde_Greymane',
    text: 'Three pups passed the ridge trial tonight. Teeth in the snow, tails in the air. The den is proud.',
    replies: [
      ['little_howl', 'I WAS ONE OF THEM'],
      ['Halvard_Ironkeel', 'We know. We heard you from the harbour.'],
    ],
  },
  {
    by: 'Quill-Without-Ink',
    text: 'Overdue: "Forty Ways to Fall Off a Horse". Whoever has it, please return it before you reach the end.',
  },
  {
    by: 'harvest_jack',
    text: 'Pumpkins are in. If you have been training on my scarecrow, he would like his arm back.',
  },
  { by: 'goldiehorns', text: 'Polished the horns, lost the duel, kept the shine. Priorities.' },
  {
    by: 'Zahra-of-the-Reefs',
    text: 'The tide brought a crate of somebody’s arrows. Barter welcome. I take pearls, pies or good gossip.',
  },
  {
    by: 'Grukk.the.Polite',
    text: 'Grukk would like to thank everyone who said please this week. Grukk hit you a little softer. You are welcome.',
    replies: [['Dame-Errant', 'I felt the difference, truly.']],
  },
  { by: 'acornathan', text: 'Found the acorn I buried in spring! It was in my other pocket the whole time.' },
  { by: 'umbra.lily', text: 'Night practice behind the spire. Bring a candle you do not mind losing.' },
  {
    by: 'Brannoch_Ashhand',
    text: 'Emberforge does not boast. Emberforge lists results: seven bouts, six wins, one lesson.',
  },
  {
    by: 'demo_player',
    text: 'Day three. I can now find the ring, the soup and the infirmary with my eyes closed. Mostly in that order.',
    replies: [
      ['bark_less_bite', 'And the floor. You are very good at the floor.'],
      ['WillowWren', 'Proud of you!'],
    ],
  },
  {
    by: 'PearlDiver7',
    text: 'Held my breath for three minutes and twelve seconds. Would have been longer, but I remembered a joke.',
  },
  {
    by: 'Sister.Vigil',
    text: 'The watch fire on the north wall burns for anybody who cannot sleep. There is tea. There is usually also Knut.',
  },
  { by: 'Ser.Pounce.Alot', text: 'Nine lives, eight potions. Somebody help me with the arithmetic.' },
  {
    by: 'GrindstoneGus',
    text: 'If it sparks, it is working. If it screams, you forgot to tell me there was somebody in the armour.',
  },
  {
    by: 'Corvina_Nightquill',
    text: 'To the one who sent the anonymous poem: the metre limps, the meaning does not. Send another.',
  },
  {
    by: 'Tuck_n_Roll',
    text: 'I can now roll out of the ring, down the steps and into the tavern in one motion. Training pays.',
  },
  { by: 'mossback', text: 'Slow is smooth. Smooth is quiet. Quiet is asleep. Good night.' },
  {
    by: 'Rurik.Frostjaw',
    text: 'To whoever froze my boots to the floor: excellent work. You have until moonrise to run.',
    replies: [['frostbit_finn', 'asking for a friend, when exactly is moonrise']],
  },
  {
    by: 'Dwalinda',
    text: 'Opened the lower vault for the first time in a century. Inside: one coin and a note that says "ha".',
  },
  {
    by: 'pyrelle',
    text: 'yes i set the practice dummy on fire. no i do not think it is a problem. it stopped complaining',
  },
  {
    by: 'Nadir.Tidecaller',
    text: 'Storm from the west by evening. Tie down your boats, your hats and your smaller friends.',
  },
  {
    by: 'second_chances',
    text: 'A year ago I lost every fight I picked. Today I lost only most of them. To everybody who gave me a rematch: thank you.',
    replies: [
      ['Granny_Nettle', 'You keep coming back, dear. That is the whole trick.'],
      ['kettle_of_fish', 'Rematch?'],
    ],
  },
  { by: 'Thistle-and-Thorn', text: 'We do not prick first.' },
  {
    by: 'Omotola_Sunspear',
    text: 'Sunrise drills for all who can get up for them. For those who cannot, there are sunset drills. They are the same, but with more excuses.',
  },
  { by: 'nightjar', text: 'i see more from the bell tower than i tell. some of you owe me a pie' },
  {
    by: 'dockside_deke',
    text: 'Lost: one left glove, brown. Found: one left glove, brown, not mine. Strange day.',
  },
  {
    by: 'Amaruq-North',
    text: 'Tracks on the glacier, bigger than a sled. I followed them until they started to follow me.',
  },
  {
    by: 'Vessa-Quench',
    text: 'Seven blades tempered, none cracked. I am going to sit down now and say nothing for a whole hour.',
  },
  { by: 'tumbleweed', text: 'Blew in, blew a fight, blew out again. See you on the next wind.' },
  {
    by: 'Bettany.Barrow',
    text: 'Market day. Turnips, rumours and one slightly haunted kettle. The kettle is not for sale, it just comes along.',
    replies: [['kettle_of_fish', 'Is it a relative of mine?']],
  },
  { by: 'Halvard_Ironkeel', text: 'A good shield is one your neighbor can hide behind, too.' },
  {
    by: 'stagheart_oren',
    text: 'Counted the herd at first light. All there, and one extra that I think was @Fenna.Foxglove in a hat.',
    replies: [['Fenna.Foxglove', 'It was a very convincing hat.']],
  },
  { by: 'Malachar', text: 'They say the tower has no door. They have simply never been invited.' },
  { by: 'kelp.wanted', text: 'still looking for: kelp. paying: compliments. serious offers only' },
  { by: 'Hob_the_Lesser', text: 'there was a greater hob but he retired. you get me' },
  {
    by: 'WillowWren',
    text: 'Song practice tonight under the willows. You do not have to be able to sing. You only have to mean it.',
  },
  { by: 'kettle_of_fish', text: 'A fine mess, and all of it mine.' },
  { by: 'Dame-Errant', text: 'I ask for no quarter and give none, except on rest days, when I bake.' },
  {
    by: 'old-salt_pietro',
    text: 'In my day we had one potion for the whole crew, and we were glad to argue about it.',
  },
  { by: 'Sable.Cinderfall', text: 'If you can read this, my smoke signals have improved.' },
  {
    by: 'Vorgha_Softstep',
    text: 'You did not hear me come in. That is fine. I did not hear you lock the door.',
  },
  { by: 'Squall', text: 'First night on the reach. The waves are loud. I have decided to be louder.' },
  {
    by: 'demo_admin',
    text: 'The gates of Rivalhold are open. Wipe your feet, mind the ring, and welcome home.',
    replies: [
      ['Ysolde_Greymane', 'The pack arrives.'],
      ['OldKnut', 'About time. I have been leaning on this gate for a week.'],
    ],
  },
];

/** Replies that fit every post. */
export const REPLIES: readonly string[] = [
  'Ha! Framed and hung in the barracks.',
  'Seen it happen. Every word is true.',
  'Count me in.',
  'Same here, only with more bruises.',
  'You made my whole watch laugh.',
  'Save me a place by the fire.',
  'Bold words. I like them.',
  'This explains the noise.',
  'I was told there would be pie.',
  'Tell me more when we meet in the ring.',
  'Wise. Suspiciously wise.',
  'And not one of us is surprised.',
];
