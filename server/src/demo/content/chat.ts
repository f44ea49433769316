/**
 * Conversations in the Lobby. `ago` is the number of minutes since the conversation began. Each message has its
 * author, the seconds since the previous message, and its text.
 */
export const CHAT_CONVERSATIONS: readonly {
  ago: number;
  messages: readonly (readonly [by: string, seconds: number, text: string])[];
}[] = [
  {
    ago: 1_530,
    messages: [
      ['kettlewick', 0, 'Kitchen opens at dusk. Bring your own bowl, I am still missing eleven.'],
      ['GrindstoneGus', 40, 'I have four of them. They hold nails now.'],
      ['kettlewick', 25, 'Gus.'],
      ['GrindstoneGus', 12, 'Very good nails.'],
      ['little_howl', 30, '/me hides a bowl behind their back'],
    ],
  },
  {
    ago: 1_120,
    messages: [
      ['Torvik99', 0, '/flex'],
      ['moonmilk', 21, 'we all saw the fight with the goose, Torvik'],
      ['Torvik99', 18, 'It was a large goose.'],
      ['acornathan', 45, 'Can confirm. It had opinions.'],
    ],
  },
  {
    ago: 640,
    messages: [
      ['Squall', 0, 'Who is on for dice? Highest roll picks the next arena.'],
      ['Squall', 9, '/roll 20'],
      ['tumbleweed', 16, '/roll 20'],
      ['WillowWren', 22, '/roll 20'],
      ['tumbleweed', 30, 'The dice of this hold have never liked me.'],
      ['Squall', 14, 'They like you fine. They just do not count well.'],
    ],
  },
  {
    ago: 210,
    messages: [
      ['demo_mod', 0, 'Gate duty until midnight. If somebody is rude to you, tell me, not the whole room.'],
      ['Granny_Nettle', 50, 'And if the gate is rude to you, oil it.'],
      ['penny-wise_pal', 35, 'Tip for the new ones: second potion before first sword.'],
      ['Captain_Merrow', 60, '/me lights the third lantern'],
    ],
  },
  {
    ago: 46,
    messages: [
      ['moonmilk', 0, 'has anybody tried the new pitch pots. asking for my eyebrows'],
      ['acornathan', 20, 'You had eyebrows?'],
      ['moonmilk', 14, '/me glares, as far as that is still possible'],
      ['Hob_the_Lesser', 55, 'sir reginald, same time tomorrow?'],
      ['Sir_Reginald_III', 48, 'One is otherwise engaged. One is also hiding.'],
    ],
  },
  {
    ago: 9,
    messages: [
      [
        'kettlewick',
        0,
        '@demo_player the soup you asked about is ready. Bring the story, I bring the bread.',
      ],
      ['WillowWren', 35, 'Welcome to the lobby, everybody who is new! /help lists what the bot understands.'],
      ['little_howl', 28, '/roll'],
      ['little_howl', 8, 'see. SEE. never above two'],
      ['Elowen_Briar', 70, 'The oak is quiet tonight. I will take that as good news.'],
    ],
  },
];
