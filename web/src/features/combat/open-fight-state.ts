import type { OpenFight } from './api.ts';

/** Return the name of the text that says how an open fight began, or who fights now. */
export function openFightState({ isJoined, isAttacker, isUnanswered }: OpenFight) {
  if (isJoined) return 'inProgress';
  if (isAttacker) return 'youBegan';
  return isUnanswered ? 'byStyle' : 'theyBegan';
}

/** Return the name of the label of the button that opens the page of an open fight. */
export function openFightAction({ isJoined, isAttacker, isUnanswered }: OpenFight) {
  if (isJoined || isAttacker) return 'continueFight';
  return isUnanswered ? 'takeOver' : 'fightBack';
}
