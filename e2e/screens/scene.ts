import type { Page } from '@playwright/test';
import type { ScreenshotFixtures, VisitorName } from './fixtures.ts';

/** A page, or a state of a page, for screenshots. */
export type Scene = {
  name: string;
  as: VisitorName;
  /**
   * True to capture only the window, for scenes that fill it exactly, such as a dialog or a page that scrolls inside.
   */
  windowOnly?: boolean;
  /** True if the scene shows a dialog. */
  dialog?: boolean;
  /** Maximum width of a window in which the scene exists. */
  upTo?: number;
  /** True to capture even a very tall page down to its footer. */
  whole?: boolean;
  /**
   * True to take only two screenshots: at the smallest width in the first theme, and at the largest width in the
   * last theme.
   */
  twice?: boolean;
  /** True if the page is expected to deny access or not to exist. */
  refused?: boolean;
  open: (page: Page, world: ScreenshotFixtures) => Promise<void>;
};
