import { type Example, exampleFight } from '@rivalhold/shared/fights/example.ts';
import { rewardFor } from '@rivalhold/shared/fights/rewards.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { ITEMS, type ItemType } from '@rivalhold/shared/items/catalogue.ts';
import { MAX_LEVEL, statsFor, THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { GUIDE } from '@rivalhold/shared/texts/guide.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MovePicture } from '../../features/practice/components/move-picture.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Grid, Row, Stack, Surface } from '../../ui/layout.tsx';
import { NumberedList } from '../../ui/numbered-list.tsx';
import { Text } from '../../ui/text.tsx';
import text from '../../ui/text-page.module.css';
import { Paragraphs, Points, TextPage } from '../../ui/text-page.tsx';
import { TextTable } from '../../ui/text-table.tsx';
import { ExampleFight } from './example-fight.tsx';
import styles from './guide-page.module.css';

/** The guide's sections in order, each with its icon. The name is also the section's anchor. */
const SECTIONS = [
  ['fights', 'crossed-swords'],
  ['live', 'swordwoman'],
  ['blow', 'sword-wound'],
  ['example', 'open-book'],
  ['fair', 'checked-shield'],
  ['levels', 'upgrade'],
  ['rewards', 'trophy-cup'],
  ['energy', 'lightning-helix'],
  ['coins', 'two-coins'],
  ['goals', 'laurel-crown'],
] as const satisfies readonly [keyof typeof GUIDE, IconName][];
type SectionId = (typeof SECTIONS)[number][0];

const ICONS = new Map<SectionId, IconName>(SECTIONS);
const LEVELS = Array.from({ length: MAX_LEVEL }, (_, index) => index + 1);
const example = exampleFight();

function levelRow(level: number): string[] {
  const { attack, defense, maxHealth } = statsFor(level);
  return [level, THRESHOLDS[level - 1]!, attack, defense, maxHealth].map(formatNumber);
}

function rewardRow(gap: number): string[] {
  const { level } = GUIDE.rewards;
  const loserLevel = level + gap;
  const { xp, coins } = rewardFor({
    winnerLevel: level,
    loserLevel,
    damageShare: 1,
    loserIsNew: false,
    paidWins: { overOpponent: 0, overNewAccounts: 0, overAll: 0 },
  });
  return [GUIDE.rewards.opponent(loserLevel), formatNumber(xp), formatNumber(coins)];
}

function priceRow(type: ItemType): string[] {
  const prices = ITEMS.filter((item) => item.type === type).map(({ price }) => price);
  const range = GUIDE.coins.range(Math.min(...prices), Math.max(...prices));
  return [GUIDE.coins.types[type], formatNumber(prices.length), range];
}

function Part({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <Stack as="section" id={id} aria-labelledby={`${id}-title`} gap={4} className={styles.part}>
      <Row as="h2" id={`${id}-title`} gap={3}>
        <Icon name={ICONS.get(id)!} size="1.75rem" />
        {GUIDE[id].title}
      </Row>
      {children}
    </Stack>
  );
}

function Contents() {
  return (
    <Surface
      as="nav"
      aria-labelledby="contents"
      radius={3}
      border
      padding={5}
      gap={3}
      className={styles.contents}
    >
      <Text as="h2" id="contents" size={2} tone="quiet">
        {GUIDE.contents}
      </Text>
      <Grid as="ul" columns={2} gap={4} rowGap={0} stackOn="phone">
        {SECTIONS.map(([id, icon]) => (
          <li key={id}>
            <Link to="/guide" hash={id} className={styles.contentsLink}>
              <Icon name={icon} /> {GUIDE[id].title}
            </Link>
          </li>
        ))}
      </Grid>
    </Surface>
  );
}

const TWO_48 = 2 ** 48;
/** The random draw that decides whether the first attack hits: draw 0 of exchange 1. */
const DRAW = { exchange: 1, draw: 0 };

/** Show how to compute a random number of the example fight with OpenSSL. */
function ManualCheck({ example: { setup, nonces, seed, seedHash, lines } }: { example: Example }) {
  const drawn = lines.flatMap(({ blows }) => blows)[0]!.draws[0]!;
  // A draw is a multiple of 2⁻⁴⁸, so `drawn * TWO_48` is an exact integer.
  const digits = (drawn * TWO_48).toString(16).padStart(12, '0');
  const message = [setup.fightId, nonces.attacker, nonces.defender, DRAW.exchange, DRAW.draw].join(':');
  return (
    <div className={text.answer}>
      <p>{GUIDE.fair.byHandText(DRAW.draw, DRAW.exchange)}</p>
      <pre className={styles.command}>
        <code>{`printf '${message}' | openssl dgst -sha256 -mac HMAC \\\n  -macopt hexkey:${seed}`}</code>
      </pre>
      <p>{GUIDE.fair.byHandResult(digits, drawn)}</p>
      <p>
        {GUIDE.fair.seedHash}{' '}
        <Text as="code" wrap="anywhere">
          {seedHash}
        </Text>
      </p>
    </div>
  );
}

/** Render /guide. */
export function GuidePage() {
  const { fights, live, blow, fair, levels, rewards, energy, coins, goals } = GUIDE;
  return (
    <TextPage title={GUIDE.title} lead={GUIDE.lead}>
      <Contents />
      <Part id="fights">
        <Paragraphs paragraphs={fights.paragraphs} />
        <MovePicture />
        <Points points={fights.points} />
      </Part>
      <Part id="live">
        <Paragraphs paragraphs={live.paragraphs} />
        <h3>{live.rankedTitle}</h3>
        <p>{live.rankedText}</p>
        <p>
          <Link to="/ranked">{live.rankedLink}</Link>
        </p>
        <h3>{live.styleTitle}</h3>
        <Paragraphs paragraphs={[live.styleText, live.styleExample]} />
        <Points points={live.styleLines} />
        <p>{live.styleSeen}</p>
        <TextTable caption={live.signsCaption} columns={live.signsColumns} rows={live.signs} />
        <p>
          <Link to="/fight-style">{live.styleLink}</Link>
        </p>
        <h3>{live.practiceTitle}</h3>
        <p>{live.practiceText}</p>
        <p>
          <Link to="/practice">{live.practiceLink}</Link>
        </p>
      </Part>
      <Part id="blow">
        <Paragraphs paragraphs={blow.paragraphs} />
        <TextTable caption={blow.movesCaption} columns={blow.movesColumns} rows={blow.moves} />
        <TextTable caption={blow.caption} columns={blow.columns} rows={blow.rows} />
        <Paragraphs paragraphs={blow.after} />
      </Part>
      <Part id="example">
        <ExampleFight example={example} />
      </Part>
      <Part id="fair">
        <Paragraphs paragraphs={fair.paragraphs} />
        <NumberedList sentences={fair.steps} />
        <details className={text.entry}>
          <summary>{fair.byHand}</summary>
          <ManualCheck example={example} />
        </details>
      </Part>
      <Part id="levels">
        <Paragraphs paragraphs={levels.paragraphs} />
        <TextTable
          caption={levels.caption}
          columns={levels.columns}
          rows={levels.shown.map(levelRow)}
          numeric
        />
        <details className={text.entry}>
          <summary>{levels.all}</summary>
          <TextTable
            caption={levels.allCaption}
            columns={levels.columns}
            rows={LEVELS.map(levelRow)}
            numeric
          />
        </details>
      </Part>
      <Part id="rewards">
        <Paragraphs paragraphs={rewards.paragraphs} />
        <p>{rewards.tableIntro(rewards.level)}</p>
        <TextTable
          caption={rewards.caption}
          columns={rewards.columns}
          rows={rewards.gaps.map(rewardRow)}
          numeric
        />
      </Part>
      <Part id="energy">
        <Points points={energy.points} />
      </Part>
      <Part id="coins">
        <Paragraphs paragraphs={coins.paragraphs} />
        <TextTable
          caption={coins.caption}
          columns={coins.columns}
          rows={(Object.keys(coins.types) as ItemType[]).map(priceRow)}
          numeric
        />
        <Points points={coins.points} />
      </Part>
      <Part id="goals">
        <Paragraphs paragraphs={goals.paragraphs} />
        <Points points={goals.points} />
      </Part>
      <Text tone="quiet" paddingTop={6} borderTop>
        {GUIDE.more} <Link to="/faq">{GUIDE.moreFaq}</Link> · <Link to="/support">{GUIDE.moreSupport}</Link>
      </Text>
    </TextPage>
  );
}
