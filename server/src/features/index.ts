import type { Feature } from '../platform/site.ts';
import { accountStanding } from './account-standing/feature.ts';
import { accounts } from './accounts/feature.ts';
import { activity } from './activity/feature.ts';
import { admin } from './admin/feature.ts';
import { apiDocs } from './api-docs/feature.ts';
import { appeals } from './appeals/feature.ts';
import { attachments } from './attachments/feature.ts';
import { audit } from './audit/feature.ts';
import { blocks } from './blocks/feature.ts';
import { captcha } from './captcha/feature.ts';
import { chat } from './chat/feature.ts';
import { checkout } from './checkout/feature.ts';
import { clips } from './clips/feature.ts';
import { coins } from './coins/feature.ts';
import { combat } from './combat/feature.ts';
import { comments } from './comments/feature.ts';
import { dashboard } from './dashboard/feature.ts';
import { decisions } from './decisions/feature.ts';
import { deletion } from './deletion/feature.ts';
import { dms } from './dms/feature.ts';
import { exports } from './exports/feature.ts';
import { feed } from './feed/feature.ts';
import { forum } from './forum/feature.ts';
import { friends } from './friends/feature.ts';
import { game } from './game/feature.ts';
import { goals } from './goals/feature.ts';
import { health } from './health/feature.ts';
import { hiddenContent } from './hidden-content/feature.ts';
import { images } from './images/feature.ts';
import { inventory } from './inventory/feature.ts';
import { media } from './media/feature.ts';
import { moderation } from './moderation/feature.ts';
import { newAccounts } from './new-accounts/feature.ts';
import { notifications } from './notifications/feature.ts';
import { photos } from './photos/feature.ts';
import { playerMutes } from './player-mutes/feature.ts';
import { practice } from './practice/feature.ts';
import { presence } from './presence/feature.ts';
import { profiles } from './profiles/feature.ts';
import { push } from './push/feature.ts';
import { quests } from './quests/feature.ts';
import { ranked } from './ranked/feature.ts';
import { ratings } from './ratings/feature.ts';
import { removals } from './removals/feature.ts';
import { reports } from './reports/feature.ts';
import { safety } from './safety/feature.ts';
import { secondFactors } from './second-factors/feature.ts';
import { signIn } from './sign-in/feature.ts';
import { staffActions } from './staff-actions/feature.ts';
import { store } from './store/feature.ts';

/**
 * All features of the site. Add new features here. Routes are registered and `onBlock` functions run in this
 * order. `dms` comes before features that delete notifications, such as `friends`, so that a block takes its
 * locks in the same order as reading a conversation: first the conversation, then its notification.
 */
export const FEATURES: readonly Feature[] = [
  apiDocs,
  health,
  media,
  images,
  accounts,
  secondFactors,
  signIn,
  newAccounts,
  captcha,
  profiles,
  comments,
  dms,
  friends,
  photos,
  attachments,
  clips,
  inventory,
  store,
  coins,
  quests,
  goals,
  checkout,
  activity,
  feed,
  forum,
  dashboard,
  game,
  combat,
  ratings,
  ranked,
  practice,
  chat,
  notifications,
  blocks,
  safety,
  playerMutes,
  presence,
  push,
  admin,
  deletion,
  exports,
  moderation,
  decisions,
  appeals,
  audit,
  removals,
  staffActions,
  reports,
  hiddenContent,
  accountStanding,
];
