import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { playerMutesQuery, useToggleMute } from '../api.ts';

type MuteButtonProps = {
  player: { id: number; username: string };
  variant?: ButtonProps['variant'];
  className?: string;
};

/** Mute a player for the viewer only, or unmute a muted player. */
export function MuteButton({ player, variant = 'ghost', className }: MuteButtonProps) {
  const { data: mutes, isPending: isLoading } = useQuery(playerMutesQuery);
  const muted = mutes?.some(({ id }) => id === player.id) ?? false;
  const { mutate, isPending } = useToggleMute();
  const Glyph = muted ? Bell : BellOff;
  return (
    <Button
      variant={variant}
      size="small"
      className={className}
      busy={isPending || isLoading}
      title={muted ? undefined : PLAYER_MUTE_TEXTS.mutedText}
      aria-label={
        muted
          ? PLAYER_MUTE_TEXTS.unmutePlayer(player.username)
          : PLAYER_MUTE_TEXTS.mutePlayer(player.username)
      }
      onClick={() => mutate({ player, mute: !muted })}
    >
      <Glyph size={16} aria-hidden="true" />
      {muted ? PLAYER_MUTE_TEXTS.unmute : PLAYER_MUTE_TEXTS.mute}
    </Button>
  );
}
