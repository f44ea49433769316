import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { expect, it } from 'vitest';
import { EMPTY_TRAY, failedCount, readyAttachments, type Tray, type TrayItem } from './tray.ts';

const item = (key: string, result: Attachment | null) => ({ key, result }) as TrayItem;
const attachment = (id: number) => ({ id, kind: 'image' }) as Attachment;
const tray = (...items: TrayItem[]): Tray => ({ ...EMPTY_TRAY, items });

it('returns the attachments in order, or null until all of them are ready', () => {
  const [one, two] = [item('a', attachment(1)), item('b', attachment(2))];
  expect(readyAttachments(tray(item('a', null), two))).toBeNull();
  expect(readyAttachments(tray(one, two))?.map(({ id }) => id)).toEqual([1, 2]);
  expect(readyAttachments(EMPTY_TRAY)).toEqual([]);
});

it('counts the failed uploads', () => {
  const failed = { ...item('a', null), state: 'failed' } as TrayItem;
  const sending = { ...item('b', null), state: 'sending' } as TrayItem;
  expect(failedCount(tray(failed, sending, failed))).toBe(2);
  expect(failedCount(EMPTY_TRAY)).toBe(0);
});
