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
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { title: 'Forgot password' },
  component: page(() => import('../features/accounts/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  staticData: { title: 'Choose a new password' },
  component: page(() => import('../features/accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email/$token',
  staticData: { title: 'Confirm your email' },
  component: page(() => import('../features/accounts/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});
const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  staticData: { title: 'Terms' },
  component: page(() => import('../features/accounts/terms-page.tsx'), 'TermsPage'),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { title: 'Privacy' },
  component: page(() => import('../features/accounts/privacy-page.tsx'), 'PrivacyPage'),
});
const support = createRoute({
  getParentRoute: () => root,
  path: '/support',
  staticData: { title: 'Support' },
  component: page(() => import('../features/accounts/support-page.tsx'), 'SupportPage'),
});
const faq = createRoute({
  getParentRoute: () => root,
  path: '/faq',
  staticData: { title: 'FAQ' },
  component: page(() => import('../features/accounts/faq-page.tsx'), 'FaqPage'),
});
const guide = createRoute({
  getParentRoute: () => root,
  path: '/guide',
  staticData: { title: 'Guide' },
  component: page(() => import('../features/guide/guide-page.tsx'), 'GuidePage'),
});

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
