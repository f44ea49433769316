import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import type { DbOrTx, Tx } from '../../platform/db/db.ts';
import type { Around, Reportable } from '../../platform/reportable.ts';
import type { Site } from '../../platform/site.ts';
import { aroundLine, removeLine, reportedLine } from '../chat/service.ts';
import { removeClip, reportedClip } from '../clips/service.ts';
import { reportedFight } from '../combat/service.ts';
import { aroundProfileComment, removeProfileComment, reportedProfileComment } from '../comments/service.ts';
import { aroundMessage, removeMessage, reportedMessage } from '../dms/service.ts';
import {
  aroundComment,
  removeCommentById,
  removePost,
  reportedComment,
  reportedPost,
} from '../feed/service.ts';
import { aroundForumPost, removeForumPost, reportedForumPost } from '../forum/service.ts';
import { removePhoto, reportedPhoto } from '../photos/service.ts';
import { clearProfile, reportedProfile } from '../profiles/service.ts';

/** What can be done with one kind of thing; the ways of each lie with its own feature. */
type Kind = {
  /** A thing as a report keeps it; undefined where the viewer may not see it. */
  reported(
    db: DbOrTx,
    asked: { site: Site; id: number; viewerId: number; now: Date },
  ): Promise<Reportable | undefined>;
  /** What stands around it, for those kinds where that tells anything. */
  around?(db: DbOrTx, id: number): Promise<Around[]>;
  /** Deletes it on behalf of staff; throws AppError notFound where it is gone. A fight cannot be undone. */
  remove?(tx: Tx, site: Site, what: { id: number; viewer: Viewer }): Promise<unknown>;
};

export const KINDS: Record<ReportKind, Kind> = {
  post: { reported: reportedPost, remove: removePost },
  comment: { reported: reportedComment, around: aroundComment, remove: removeCommentById },
  profileComment: {
    reported: reportedProfileComment,
    around: aroundProfileComment,
    remove: removeProfileComment,
  },
  clip: { reported: reportedClip, remove: removeClip },
  photo: {
    reported: reportedPhoto,
    remove: (tx, site, { id, viewer }) => removePhoto(tx, site, { photoId: id, viewer }),
  },
  message: { reported: reportedMessage, around: aroundMessage, remove: removeMessage },
  profile: { reported: reportedProfile, remove: clearProfile },
  forumPost: { reported: reportedForumPost, around: aroundForumPost, remove: removeForumPost },
  chatMessage: { reported: reportedLine, around: aroundLine, remove: removeLine },
  fight: { reported: reportedFight },
};
