import { LIMITS } from '../limits.ts';
import { SECOND } from '../time-units.ts';

const time = LIMITS.combat.choiceMs / SECOND;

/** Texts of the card with the settings for fights. */
export const FIGHT_SETTINGS_TEXTS = {
  title: 'Fights',
  loadFailed: 'Failed to load your fight settings.',
  saveFailed: 'Failed to save. Try again.',
  styleText: 'While you’re away, your style chooses your moves.',
  toStyle: 'Fight style',
  liveChallenges: 'Live challenges',
  liveChallengesText: 'Players who can’t challenge you live can still fight your style.',
  from: { everybody: 'From everybody', friends: 'From friends', nobody: 'From nobody' },
  watchers: 'Who can watch my fights',
  watchersText:
    'When a fight is over, the people you choose here can replay and verify it. “Depends on the kind of fight” means everybody for ranked fights, and logged-in players for other fights. If your opponent’s setting is stricter, it applies instead. You and your opponent can always watch the fight. The site lists it for search engines only if you both choose “Everybody, even without an account”.',
  watchedBy: {
    default: 'Depends on the kind of fight',
    everybody: 'Everybody, even without an account',
    players: 'Logged-in players',
    fighters: 'Only my opponent and I',
  },
  doubleTime: `More time: ${2 * time} seconds instead of ${time} for each move`,
} as const;
