import type { Page } from '@playwright/test';
import type { ScreenshotFixtures, VisitorName } from './fixtures.ts';

/** A page, or one of its states, to take screenshots of. */
export type Scene = {
  name: string;
  as: VisitorName;
  /** The scene fills exactly the window: a dialog, or a page that scrolls inside. */
  windowOnly?: boolean;
  /** The widest window that has the scene. */
  upTo?: number;
  /** Capture the full page height. */
  whole?: boolean;
  /** Take two screenshots only: the narrowest in the first theme and the widest in the last. */
  twice?: boolean;
  /** The page is expected to deny access. */
  refused?: boolean;
  open: (page: Page, world: ScreenshotFixtures) => Promise<void>;
};
