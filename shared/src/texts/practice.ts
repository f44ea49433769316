import type { LessonId } from '../contract/practice.ts';
import { HEAVY_FOCUS } from '../fights/moves.ts';
import type { PartnerId } from '../fights/practice.ts';
import { formatCount, formatNumber } from '../format-number.ts';

/** Errors when completing a lesson. */
export const LESSON_ERRORS = {
  notCompleted: 'These moves don’t complete the lesson. Play it again.',
} as const;

type Partner = { name: string; title: string; text: string };
const PARTNERS: Record<PartnerId, Partner> = {
  novice: {
    name: 'Pip',
    title: 'Pip the Novice',
    text: 'Likes to feint and never heals. Press Attack and see.',
  },
  fighter: {
    name: 'Hulda',
    title: 'Hulda the Fighter',
    text: 'Strikes a lot and heals when hurt, but doesn’t use Heavy.',
  },
  veteran: {
    name: 'Garrick',
    title: 'Garrick the Veteran',
    text: 'Fights like a player who has the Careful style.',
  },
  reader: {
    name: 'Mirelle',
    title: 'Mirelle the Reader',
    text: 'Watches what you do and counters your habits. Don’t repeat yourself.',
  },
  master: {
    name: 'Oswin',
    title: 'Oswin the Master',
    text: 'Plays the optimal mix of moves. If you win half of your fights, you’ve done very well.',
  },
};

type LessonTexts = {
  title: string;
  text: string;
  /** Advice for each move that the opponent can make next. */
  hints: Partial<Record<'strike' | 'guard' | 'feint' | 'heavy' | 'heal', string>>;
  /** The reason why a won fight did not complete the lesson. */
  missed: string;
};
const LESSONS: Record<LessonId, LessonTexts> = {
  strike: {
    title: 'Strike beats Feint',
    text: 'Your opponent uses Feint. Strike hits first.',
    hints: { feint: 'A Feint is coming. Strike beats Feint: press Attack.' },
    missed: 'You won, but you didn’t use Strike against Feint at least twice. Try again.',
  },
  focus: {
    title: 'Spend your focus',
    text: `Win two exchanges to get ${HEAVY_FOCUS} focus, then spend it on a Heavy.`,
    hints: {
      strike: 'A Strike is coming. Guard beats Strike, and gives you 1 focus.',
      feint: `A Feint is coming. If you have ${HEAVY_FOCUS} focus, use Heavy: a Feint can’t stop it.`,
    },
    missed: `You won, but you didn’t hit with Heavy. Try again: gain ${HEAVY_FOCUS} focus, then use Heavy.`,
  },
  heal: {
    title: 'Heal at the right time',
    text: `You start hurt, and your opponent has ${HEAVY_FOCUS} focus. While you heal, a Heavy does full damage, and other moves do half.`,
    hints: {
      heavy: 'A Heavy is coming. Don’t heal now: Guard blocks most of it.',
      strike:
        'A Strike is coming. It does only half its damage while you heal. If you’re hurt, heal now; otherwise Guard.',
      feint: 'A Feint is coming. Strike beats Feint.',
      guard: 'A Guard is coming. Feint beats Guard.',
    },
    missed:
      'You won, but you didn’t heal at the right time. Heal at half health or less, and not against a Heavy.',
  },
};

/** Texts of the practice page. */
export const PRACTICE_TEXTS = {
  title: 'Practice',
  lead: 'Learn the moves and try things out. Practice is free, and you can’t lose anything. Each lesson pays a reward once.',
  note: 'Practice fights run in your browser. They don’t count as wins or losses, cost no energy and can’t be verified.',
  lessons: 'Lessons',
  lessonsText: (count: number, coins: string) => `${count} short fights. Each pays ${coins} the first time.`,
  firstLeadsTo: (level: number) => `The first lesson takes you to level ${level}.`,
  lessonsFailed: 'Failed to load your lessons.',
  lesson: LESSONS,
  start: 'Start',
  startLesson: (title: string) => `Start lesson: ${title}`,
  again: 'Repeat',
  repeatLesson: (title: string) => `Repeat lesson: ${title}`,
  reward: (coins: number, xp: number) =>
    xp > 0 ? `+${formatCount(coins, 'coin')}, +${formatNumber(xp)} XP` : `+${formatCount(coins, 'coin')}`,
  done: 'Done',
  coins: (amount: number) => formatCount(amount, 'coin'),
  partners: 'Sparring partners',
  partnersText: 'They’re always available, at your level and with full health. Fights with them are free.',
  partner: PARTNERS,
  skill: (step: number, of: number) => `Skill ${step} of ${of}`,
  fight: 'Fight',
  fightWith: (name: string) => `Fight ${name}`,
  preparing: (name: string) => `${name} is getting ready…`,
  levelFailed: 'Failed to load your level.',
  masterFailed: 'Failed to load Oswin the Master.',
  restart: 'Fight again',
  teacher: 'The Teacher',
  leave: 'Back to practice',
  notVerifiable: 'Can’t be verified',
  unverified: 'Practice fights aren’t recorded and can’t be verified.',
  learned: 'Lesson completed!',
  learnedText: 'You’ve got it.',
  lost: 'You lost this one. Your opponent will make the same moves again, so try different ones.',
  saving: 'Saving your lesson…',
  saveFailed: 'Failed to save your lesson.',
  retry: 'Try again',
  next: (title: string) => `Next lesson: ${title}`,
  styleTitle: 'Your style',
  styleText: 'While you’re away, your style fights for you.',
  toStyle: 'Edit your style',
} as const;
