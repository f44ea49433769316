import type { OpenFight } from './api.ts';

/** Return the key of the text that describes the state of an open fight. */
export function openFightState({ isJoined, isAttacker, isUnanswered }: OpenFight) {
  if (isJoined) return 'inProgress';
  if (isAttacker) return 'youBegan';
  return isUnanswered ? 'byStyle' : 'theyBegan';
}

/** Return the key of the label for the button that opens the page of an open fight. */
export function openFightAction({ isJoined, isAttacker, isUnanswered }: OpenFight) {
  if (isJoined || isAttacker) return 'continueFight';
  return isUnanswered ? 'takeOver' : 'fightBack';
}
