import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUser } from '../session/index.ts';
import { balanceQuery } from './api.ts';

/** One's own coins as they are now, leading to their history. `coins` stands there until they are known. */
export function OwnCoins({ coins }: { coins: number }) {
  const balance = useQuery(balanceQuery(useUser().id)).data ?? coins;
  return (
    <Link to="/coins" title={COIN_TEXTS.history}>
      {formatNumber(balance)}
    </Link>
  );
}
