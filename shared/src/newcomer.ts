/** Whoever has never won is shown the way to a first fight. */
export const isNewcomer = ({ level, wins }: { level: number; wins: number }): boolean =>
  level === 1 && wins === 0;
