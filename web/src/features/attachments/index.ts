export { AttachButtons } from './components/attach-buttons.tsx';
export { AttachmentList } from './components/attachment-list.tsx';
export { AttachmentTray } from './components/attachment-tray.tsx';
export { failedCount, readyAttachments, type Tray } from './tray.ts';
export { addFiles, emptyTray, useTray } from './uploads.ts';
