import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expect, it } from 'vitest';
import { fileFault, isVideo } from './files.ts';
import { EMPTY_TRAY, failedCount, readyAttachments, type Tray, type TrayItem } from './tray.ts';

const item = (key: string, result: Attachment | null) => ({ key, result }) as TrayItem;
const attachment = (id: number) => ({ id, kind: 'image' }) as Attachment;
const tray = (...items: TrayItem[]): Tray => ({ ...EMPTY_TRAY, items });

it('is ready when everything in it is, in the order picked', () => {
  const [one, two] = [item('a', attachment(1)), item('b', attachment(2))];
  expect(readyAttachments(tray(item('a', null), two))).toBeNull();
  expect(readyAttachments(tray(one, two))?.map(({ id }) => id)).toEqual([1, 2]);
  expect(readyAttachments(EMPTY_TRAY)).toEqual([]);
});

it('counts what has to be dealt with before it can go', () => {
  const failed = { ...item('a', null), state: 'failed' } as TrayItem;
  const sending = { ...item('b', null), state: 'sending' } as TrayItem;
  expect(failedCount(tray(failed, sending, failed))).toBe(2);
  expect(failedCount(EMPTY_TRAY)).toBe(0);
});

it('judges files before they are sent', () => {
  const file = (name: string, type: string, size = 10) => ({ name, type, size });
  expect(fileFault(file('a.png', 'image/png', LIMITS.upload.bytes))).toBeNull();
  expect(fileFault(file('a.png', 'image/png', LIMITS.upload.bytes + 1))).toBe('❌ Max 25MB per file.');
  expect(fileFault(file('a.mov', ''))).toBeNull();
  expect(fileFault(file('a.mov', 'video/quicktime'))).toBeNull();
  expect(fileFault(file('a.svg', 'image/svg+xml'))).not.toBeNull();
  expect(fileFault(file('a.png', 'text/html'))).not.toBeNull();
  expect([isVideo(file('a.MOV', '')), isVideo(file('a', 'video/mp4')), isVideo(file('a.png', ''))]).toEqual([
    true,
    true,
    false,
  ]);
});
