import type { Example } from '@rivalhold/shared/combat/example.ts';
import { GUIDE } from '@rivalhold/shared/texts/guide.ts';
import text from '../../ui/text-page.module.css';
import styles from './by-hand.module.css';

const TWO_48 = 2 ** 48;
/** Draw 0 of exchange 1 says whether the first blow lands. */
const DRAW = { exchange: 1, draw: 0 };

/** How anybody computes a number of the example with tools that are not ours. */
export function ByHand({ example: { setup, seed, seedHash, lines } }: { example: Example }) {
  const drawn = lines.find(({ draws }) => draws.length > 0)!.draws[0]!;
  // A draw is that many 2⁴⁸ths, so this is exact.
  const digits = (drawn * TWO_48).toString(16).padStart(12, '0');
  const message = [setup.fightId, setup.nonce, DRAW.exchange, DRAW.draw].join(':');
  return (
    <div className={text.answer}>
      <p>{GUIDE.fair.byHandText(DRAW.draw, DRAW.exchange)}</p>
      <pre className={styles.command}>
        <code>{`printf '${message}' | openssl dgst -sha256 -mac HMAC \\\n  -macopt hexkey:${seed}`}</code>
      </pre>
      <p>{GUIDE.fair.byHandResult(digits, drawn)}</p>
      <p>
        {GUIDE.fair.seedHash} <code className={styles.hash}>{seedHash}</code>
      </p>
    </div>
  );
}
