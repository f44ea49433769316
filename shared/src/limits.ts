/** The business constants of the specification that the code needs, named once. Lengths are in UTF-16 code units (a status: in characters), times in ms. */
export const LIMITS = {
  username: { min: 4, max: 24 },
  password: { min: 6, max: 128 },
  /** The sign-in button's own rule; the server judges the credential itself. */
  signIn: { credentialMin: 4, passwordMin: 6 },
  name: { max: 60 },
  email: { max: 254 },
  statusMessage: 140,
  /** A comment, on a profile or under a post. */
  comment: 1_000,
  commentsPage: 20,
  /** What a client shows of a player when an answer lacks it; coins only of one's own. */
  profileDefaults: { level: 1, coins: 0, health: 100, maxHealth: 100, attack: 10, defense: 5, energy: 100 },
  profilePhotos: 6,
  photos: { page: 24, pageMax: 50, caption: 200, perPlayer: 500 },
  feed: {
    page: 10,
    text: 2_000,
    likers: 6,
    likersShown: 20,
    latest: 5,
    highlightMs: 1_200,
    countsIntervalMs: 2_000,
  },
  clips: {
    caption: 200,
    /** Clips of one player that are not over, and players of a page of the bar. */
    perPlayer: 30,
    groups: 50,
    imageMs: 5_000,
    /** How long a video of unknown length is shown, and the longest that one is. */
    videoMs: 10_000,
    videoMaxMs: 30_000,
    refreshMs: 45_000,
    sweepMs: 5_000,
  },
  forum: {
    threadsPage: 20,
    postsPage: 50,
    title: 120,
    body: 10_000,
    /** Most threads that a search is counted to. */
    searchTotal: 1_000,
    /** How long a deleted thread can be brought back. */
    restoreMs: 30 * 24 * 3_600_000,
    /** How much of its opening text a thread shows in a list; the database keeps as much, so a migration goes with it. */
    excerpt: 200,
    category: { slug: 40, title: 60, description: 200 },
  },
  chat: {
    line: 500,
    /** Lines that are shown, and how long the others are kept. */
    history: 200,
    retentionMs: 30 * 24 * 3_600_000,
    /** After this the history is asked for again. */
    staleMs: 60_000,
    /** So many lines of a player within so long. */
    flood: { lines: 5, ms: 5_000 },
    /** Age at which an account counts as established: the links in its messages become clickable. */
    establishedMs: 24 * 3_600_000,
    slowModeMax: 600,
    die: { min: 2, max: 1_000, default: 6 },
  },
  mute: {
    ms: { '1d': 24 * 3_600_000, '1m': 30 * 24 * 3_600_000, '1y': 365 * 24 * 3_600_000 },
    /** How long one that is over stays in the list. */
    shownMs: 7 * 24 * 3_600_000,
  },
  /** What staff write to the one it is about, or to each other. */
  staffReason: 500,
  staffNote: 2_000,
  reports: { page: 20, reason: 500 },
  auditPage: 50,
  adminUsersPage: 50,
  /** The range, step and default of an admin's coin adjustment. */
  adminCoins: { max: 1_000_000, step: 50, default: 100 },
  /** Most attack and defense that an admin gives a character. */
  adminStat: 999,
  /** How long a player's own data is kept for download, and how often it can be asked for. */
  exports: { retentionMs: 7 * 24 * 3_600_000, cooldownMs: 24 * 3_600_000 },
  store: {
    quantityMax: 99,
    /** Most of one item that is carried by buying it; of gear there is use for one only. */
    carriedMax: 999,
    /** Purchases from this price on need confirmation. */
    confirmFromPrice: 25,
    /** So do purchases of at least one fifth of the balance. */
    confirmFromBalanceShare: 5,
  },
  coinHistoryPage: 20,
  /** Packs of coins that a player may buy in 24 hours. */
  packsPerDay: 5,
  /** Whom one player may have blocked. */
  blocks: 1_000,
  /** Friends that one player may have, and whom they may have asked. */
  friends: 1_000,
  notificationsPage: 20,
  /** Most unread ones that are kept for a player, and how long read ones are. */
  maxNotifications: 500,
  notificationsReadMs: 30 * 24 * 3_600_000,
  searchMax: 60,
  age: { min: 18, max: 120 },
  activityPage: 10,
  profilesPage: 24,
  topPlayers: 5,
  /** How long the other parts of a dashboard wait for one of it (ms). */
  dashboardPartMs: 400,
  combatLogLines: 20,
  /** The coins of a new character. */
  startCoins: 50,
  combat: {
    /** Shortest time between two exchanges of one player in one fight (two a second). */
    exchangeIntervalMs: 500,
    /** A fight without an exchange for this long is lost by the one who began it. */
    abandonedAfterMs: 24 * 3_600_000,
    /** Wins over the same opponent pay less and less within this window. */
    rewardWindowMs: 24 * 3_600_000,
    healsPerFight: 3,
    itemsPerFight: 1,
  },
  relativeTimeMs: 7 * 24 * 3_600_000,
  relativeTimeRefreshMs: 60_000,
  session: { idleMs: 30 * 24 * 3_600_000, touchMs: 3_600_000, cacheMs: 1_000 },
  resetTokenMs: 3_600_000,
  confirmTokenMs: 7 * 24 * 3_600_000,
  /** A name can change once in this time. */
  usernameChangeMs: 30 * 24 * 3_600_000,
  idempotencyMs: 24 * 3_600_000,
  /** `perPlayer` sockets of a player may be open on a node. */
  socket: {
    perPlayer: 20,
    reconnectMinMs: 500,
    reconnectMaxMs: 3_000,
    timeoutMs: 10_000,
    firstConnectMs: 1_000,
  },
  dm: {
    text: 4_000,
    attachments: 10,
    /** Messages and conversations of a page. */
    page: 50,
    conversationsPage: 30,
    /** Of what was deleted meanwhile so many are told; where there is more, a conversation is loaded anew. */
    deletions: 1_000,
    /** The sender has stopped typing after this; the receiver shows it for so long after an event. */
    typingIdleMs: 1_200,
    typingShownMs: 2_200,
    /** A temporary medium goes so long after sending, an upload never sent so long after it came. */
    temporaryMs: 24 * 3_600_000,
    unsentMs: 24 * 3_600_000,
  },
  /** Up to `fullListMax` online players are sent as a full list; at most one update per `intervalMs`; `maxSubscriptions` ids per request. */
  presence: { fullListMax: 500, intervalMs: 2_000, maxSubscriptions: 200 },
  /** Devices of a player, the length of an address; how long something may be read first; how long a device may be away. */
  push: { devices: 10, endpoint: 1_000, afterSeconds: 3, ttlSeconds: 24 * 3_600 },
  gifs: { page: 20, rating: 'pg-13', debounceMs: 300 },
  /** JSON bodies; uploads have limits of their own. */
  bodyBytes: 64 * 1024,
  upload: {
    bytes: 25 * 1024 * 1024,
    /** A picture's sides and area, and the frames of a moving one. */
    sidePx: 8_192,
    pixels: 50_000_000,
    frames: 500,
    /** How long a video may take. */
    videoMs: 3_600_000,
    /** Uploads of a player that are not sent, and the bytes that they are kept in. */
    unsent: 60,
    unsentBytes: 1024 ** 3,
    /** Bytes of all that a player uploads to send within so long, whether it is sent or not. */
    dayBytes: 1024 ** 3,
    dayMs: 24 * 3_600_000,
    /** Concurrent uploads of a player. */
    concurrent: 10,
    /** The same while the node is at half of its limit or more. */
    concurrentUnderLoad: 2,
    /** Of all players on one node: what comes in is laid down first, at most so many times the largest. */
    concurrentPerNode: 24,
  },
} as const;
