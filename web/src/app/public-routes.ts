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
  component: page(() => import('../pages/landing/landing-page.tsx'), 'LandingPage'),
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
  () => import('../pages/forgot-password/forgot-password-page.tsx'),
);
const resetPassword = guestPage(
  '/reset-password/$token',
  'Choose a new password',
  'ResetPasswordPage',
  () => import('../pages/reset-password/reset-password-page.tsx'),
);
const confirmEmail = guestPage(
  '/confirm-email/$token',
  'Confirm your email',
  'ConfirmEmailPage',
  () => import('../pages/confirm-email/confirm-email-page.tsx'),
);
const terms = guestPage('/terms', 'Terms', 'TermsPage', () => import('../pages/terms/terms-page.tsx'));
const privacy = guestPage(
  '/privacy',
  'Privacy',
  'PrivacyPage',
  () => import('../pages/privacy/privacy-page.tsx'),
);
const support = guestPage(
  '/support',
  'Support',
  'SupportPage',
  () => import('../pages/support/support-page.tsx'),
);
const faq = guestPage('/faq', 'FAQ', 'FaqPage', () => import('../pages/faq/faq-page.tsx'));
const guide = guestPage('/guide', 'Guide', 'GuidePage', () => import('../pages/guide/guide-page.tsx'));

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
