import { LANDING_TEXTS } from '@rivalhold/shared/texts/landing.ts';

/** / */
export function LandingPage() {
  return <h1>{LANDING_TEXTS.title}</h1>;
}
