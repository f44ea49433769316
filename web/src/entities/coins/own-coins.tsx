import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUser } from '../session/index.ts';
import { balanceQuery } from './api.ts';

/**
 * Show the player's current coins with a link to the coin history. Shows `coins` until the balance has
 * loaded.
 */
export function OwnCoins({ coins }: { coins: number }) {
  const balance = useQuery(balanceQuery(useUser().id)).data ?? coins;
  return (
    <Link to="/coins" title={COIN_TEXTS.history}>
      {formatNumber(balance)}
    </Link>
  );
}
