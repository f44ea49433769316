import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needed } from '../lib/come-back.ts';
import { requireGuest } from './guards.ts';
import { Shell } from './shell.tsx';

/** What every page stands in. */
export const root = createRootRoute({ component: Shell });
/** A page whose file is loaded when it is first gone to. */
export const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => needed(load), name);

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireGuest,
  component: page(() => import('../features/accounts/landing-page.tsx'), 'LandingPage'),
});
/** A page that nobody has to sign in for. */
const guestPage = <P extends string, M extends Record<string, unknown>, N extends keyof M>(
  path: P,
  title: string,
  name: N,
  load: () => Promise<M>,
) => createRoute({ getParentRoute: () => root, path, staticData: { title }, component: page(load, name) });
const forgotPassword = guestPage(
  '/forgot-password',
  'Forgot password',
  'ForgotPasswordPage',
  () => import('../features/accounts/forgot-password-page.tsx'),
);
const resetPassword = guestPage(
  '/reset-password/$token',
  'Choose a new password',
  'ResetPasswordPage',
  () => import('../features/accounts/reset-password-page.tsx'),
);
const confirmEmail = guestPage(
  '/confirm-email/$token',
  'Confirm your email',
  'ConfirmEmailPage',
  () => import('../features/accounts/confirm-email-page.tsx'),
);
const terms = guestPage('/terms', 'Terms', 'TermsPage', () => import('../features/accounts/terms-page.tsx'));
const privacy = guestPage(
  '/privacy',
  'Privacy',
  'PrivacyPage',
  () => import('../features/accounts/privacy-page.tsx'),
);
const support = guestPage(
  '/support',
  'Support',
  'SupportPage',
  () => import('../features/accounts/support-page.tsx'),
);
const faq = guestPage('/faq', 'FAQ', 'FaqPage', () => import('../features/accounts/faq-page.tsx'));
const guide = guestPage('/guide', 'Guide', 'GuidePage', () => import('../features/guide/guide-page.tsx'));

/** The pages that nobody has to sign in for. */
export const publicRoutes = [
  landing,
  forgotPassword,
  resetPassword,
  confirmEmail,
  terms,
  privacy,
  support,
  faq,
  guide,
] as const;
