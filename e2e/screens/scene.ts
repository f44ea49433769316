import type { Page } from '@playwright/test';
import type { ScreenshotFixtures, VisitorName } from './fixtures.ts';

/** A page or a state of one, to be photographed. */
export type Scene = {
  name: string;
  as: VisitorName;
  /** Fills the window and no more: a dialog, or a page that scrolls inside. */
  windowOnly?: boolean;
  /** The widest window that has it. */
  upTo?: number;
  /** Photograph the whole page, to its end. */
  whole?: boolean;
  /** Take two pictures only: the narrowest in the first theme and the widest in the last. */
  twice?: boolean;
  /** The page is expected to be refused. */
  refused?: boolean;
  open: (page: Page, world: ScreenshotFixtures) => Promise<void>;
};
