/**
 * Business constants, many of them from the specification. Lengths are in UTF-16 code units, except for the status,
 * whose length is in characters. Times are in ms, but `slowModeMax` and the times in `push` are in seconds.
 */
export const LIMITS = {
  username: { min: 4, max: 24 },
  password: { min: 6, max: 128 },
  /** Minimum lengths that enable the login button. The server validates the credentials. */
  signIn: { credentialMin: 4, passwordMin: 6 },
  name: { max: 60 },
  email: { max: 254 },
  statusMessage: 140,
  /** Maximum length of a comment on a profile or a post. */
  comment: 1_000,
  commentsPage: 20,
  /**
   * Values that the client uses for fields that are missing in a response. The client uses `coins` only for the
   * player's own character.
   */
  profileDefaults: { level: 1, coins: 0, health: 100, maxHealth: 100, attack: 10, defense: 5, energy: 100 },
  /** Values that the client uses for missing stats of a character. */
  gameDefaults: {
    level: 1,
    experience: 0,
    coins: 50,
    health: 100,
    maxHealth: 100,
    attack: 3,
    defense: 3,
    energy: 100,
    wins: 0,
    losses: 0,
  },
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
    /** Maximum number of active clips per player. */
    perPlayer: 30,
    /** Number of players per page of the clips bar. */
    groups: 50,
    imageMs: 5_000,
    /** Display time for a video whose length is unknown. */
    videoMs: 10_000,
    /** Maximum display time for a video. */
    videoMaxMs: 30_000,
    refreshMs: 45_000,
    sweepMs: 5_000,
  },
  forum: {
    threadsPage: 20,
    postsPage: 50,
    title: 120,
    body: 10_000,
    /** Maximum number of search results that are counted. */
    searchTotal: 1_000,
    /**
     * Length of the excerpt from a thread's opening post in the list of threads. A change needs a migration, because
     * the database stores the excerpt.
     */
    excerpt: 200,
    category: { slug: 40, title: 60, description: 200 },
  },
  chat: {
    message: 500,
    /** The lobby shows this many messages, the newest. */
    history: 200,
    /** If the cached lobby is older than this, the client loads all shown messages again. */
    staleMs: 60_000,
    /** Maximum number of a player's messages within a period. */
    flood: { messages: 5, ms: 5_000 },
    slowModeMax: 600,
    die: { min: 2, max: 1_000, default: 6 },
    /** Minimum time between two broadcasts of changed reactions. */
    reactionsIntervalMs: 1_000,
  },
  /** Length of the quoted beginning of a message. */
  quote: 120,
  mute: {
    ms: { '1d': 24 * 3_600_000, '1m': 30 * 24 * 3_600_000, '1y': 365 * 24 * 3_600_000 },
    /** Time for which an expired mute stays in the list of mutes. */
    shownMs: 7 * 24 * 3_600_000,
  },
  /** Longest suspension by a moderator. */
  moderatorSuspensionMs: 30 * 24 * 3_600_000,
  /** Time for which content that staff deleted can be restored. */
  restoreMs: 30 * 24 * 3_600_000,
  /** Maximum number of actions that one request undoes. Undoing this many takes some seconds. */
  undoBatch: 300,
  /**
   * Lifetime of the emailed code with which the only admin of a site can continue after reaching a limit of
   * `STAFF_BUDGETS`.
   */
  staffCodeMs: 900_000,
  /** Maximum length of a reason for a staff action, and of an answer to an appeal. */
  staffReason: 500,
  /** Maximum length of a note to other staff. */
  staffNote: 2_000,
  reports: { page: 20, reason: 500 },
  decisionsPage: 20,
  /** Maximum length of an appeal, and the time after a decision in which the player can appeal (183 days). */
  appeal: { text: 2_000, ms: 183 * 24 * 3_600_000 },
  /** Maximum length of the excerpt of deleted text in a decision. */
  decisionExcerpt: 500,
  /** Lifetime of the token with which a suspended player can appeal. */
  appealTokenMs: 3_600_000,
  auditPage: 50,
  adminUsersPage: 50,
  /** The range, step and default of an admin's coin adjustment. */
  adminCoins: { max: 1_000_000, step: 50, default: 100 },
  /** Maximum attack and defense that an admin can set. */
  adminStat: 999,
  /** The minimum time between two data exports. */
  exports: { cooldownMs: 24 * 3_600_000 },
  store: {
    quantityMax: 99,
    /**
     * Maximum quantity of an item that a player can own after a purchase. For each weapon and armor, the maximum is
     * one.
     */
    carriedMax: 999,
    /** Purchases that cost at least this many coins need confirmation. */
    confirmFromPrice: 25,
    /** Purchases that cost at least 1/5 of the balance need confirmation, too. */
    confirmFromBalanceShare: 5,
  },
  coinHistoryPage: 20,
  /** Maximum number of coin packs that a player can buy in 24 hours. Players can set a lower limit. */
  packsPerDay: 5,
  /** Maximum number of players that a player can block. */
  blocks: 1_000,
  /** Maximum number of a player's friends, and of a player's sent requests that are pending. */
  friends: 1_000,
  notificationsPage: 20,
  /** Maximum number of unread notifications per player. */
  maxNotifications: 500,
  age: { min: 18, max: 120 },
  activityPage: 10,
  profilesPage: 24,
  topPlayers: 5,
  leaderboardPage: 25,
  /** A player is close to the viewer’s level if the levels differ by at most this number. */
  nearLevels: 2,
  /** Maximum time for which a dashboard response waits for one of its sections (ms). */
  dashboardPartMs: 400,
  /** Maximum time for which a request waits for an image from another site (ms). */
  externalImageMs: 10_000,
  combatLogLines: 20,
  /** Coins of a new character. */
  startCoins: 50,
  combat: {
    /** Minimum time between two moves of a player in a fight, so at most two moves per second. */
    exchangeIntervalMs: 500,
    /** Time without an exchange after which the player who started a fight loses it. */
    abandonedAfterMs: 24 * 3_600_000,
    /** A win or defeat with a reward counts towards the limits of rewards for this time. */
    rewardWindowMs: 24 * 3_600_000,
    /** Time to choose a move in a live fight. */
    choiceMs: 12_000,
    /** Extra time that a player can spend over a whole live fight. */
    bankMs: 30_000,
    /** Time for which a challenge waits for an online opponent. */
    challengeMs: 30_000,
    /** Maximum number of live challenges from one player to another, and the period for which it applies. */
    challengesPerWindow: 3,
    challengeWindowMs: 3_600_000,
    /** A challenge is a rematch if the two players finished another fight at most this long before the challenge. */
    rematchMs: 24 * 3_600_000,
    /**
     * A player who joined a fight counts as present while the fight's page is open and connected, and for this time
     * after the player's last activity.
     */
    presentMs: 10_000,
    /** A present player who misses this many choices in a row counts as absent, or loses if the fight is ranked. */
    missedChoices: 2,
    /** Interval at which a node checks whether deadlines of fights have passed. */
    deadlinePollMs: 1_000,
    /**
     * If a ranked fight's deadline passed longer ago than this, no node handled it in time, for example because the
     * site was read-only. Both players then get the full time for the choice again.
     */
    unwatchedMs: 5_000,
    historyPage: 20,
    /** Number of opponents that are suggested at a time. */
    suggestions: 3,
  },
  ranked: {
    /** Interval at which the pool pairs waiting players. */
    waveMs: 2_000,
    /** Time in which both players must accept a found fight. */
    answerMs: 15_000,
    /**
     * A player without a connection for `offlineAfterMs` is not paired, and after `staleAfterMs` is removed
     * from the pool.
     */
    offlineAfterMs: 5_000,
    staleAfterMs: 60_000,
    /** Waiting time after which the site offers a sparring fight. */
    sparringAfterMs: 45_000,
    /**
     * The first missed answer only removes the player from the pool. After each further miss within `missWindowMs` of
     * the previous one, the player must pause before joining again. Each pause is twice as long as the previous one, up
     * to `pauseMaxMs`.
     */
    missWindowMs: 24 * 3_600_000,
    pauseMs: 60_000,
    pauseMaxMs: 1_800_000,
    /** Maximum number of rated fights of the same two players within a period. */
    ratedPerPair: 2,
    pairWindowMs: 24 * 3_600_000,
    /** Maximum number of changes in the history of a rating. */
    history: 100,
  },
  relativeTimeMs: 7 * 24 * 3_600_000,
  relativeTimeRefreshMs: 60_000,
  session: { idleMs: 30 * 24 * 3_600_000, touchMs: 3_600_000, cacheMs: 1_000 },
  resetTokenMs: 3_600_000,
  confirmTokenMs: 7 * 24 * 3_600_000,
  /** Time for which an email address change can be undone. */
  undoTokenMs: 7 * 24 * 3_600_000,
  /** Minimum time between two username changes. */
  usernameChangeMs: 30 * 24 * 3_600_000,
  idempotencyMs: 24 * 3_600_000,
  dm: {
    text: 4_000,
    attachments: 10,
    /** Messages and conversations per page. */
    page: 50,
    conversationsPage: 30,
    /**
     * A response lists the messages that were deleted or got other reactions since the client's last request, at most
     * this many of each kind. If there are more, the client loads the conversation again.
     */
    deletions: 1_000,
    /** Time without input after which a sender counts as no longer typing. */
    typingIdleMs: 1_200,
    /** Time for which the recipient sees a typing event. */
    typingShownMs: 2_200,
    /** Lifetime of temporary media after sending. */
    temporaryMs: 24 * 3_600_000,
    /** Lifetime of unsent uploads. */
    unsentMs: 24 * 3_600_000,
  },
  /**
   * `fullListMax` is the largest number of online players that is sent as a full list. A player gets at most one update
   * per `intervalMs`. A request can name up to `maxSubscriptions` players.
   */
  presence: { fullListMax: 500, intervalMs: 2_000, maxSubscriptions: 200 },
  /**
   * A player can have up to `devices` devices. `endpoint` is the maximum length of a device's URL at its push service.
   * A push is sent after `afterSeconds`, so that a player who is online can read the notification first. The push
   * service stores a push for an offline device for `ttlSeconds`.
   */
  push: { devices: 10, endpoint: 1_000, afterSeconds: 3, ttlSeconds: 24 * 3_600 },
  gifs: { page: 20, rating: 'pg-13', debounceMs: 300 },
  /** Maximum size of a JSON body; uploads have their own limits. */
  bodyBytes: 64 * 1024,
  upload: {
    bytes: 25 * 1024 * 1024,
    /**
     * Limits of a picture: the longest side, the area, the number of frames of an animation, and the total
     * area of all frames.
     */
    sidePx: 16_384,
    pixels: 50_000_000,
    frames: 500,
    animationPixels: 40_000_000,
    /** Maximum CPU time for decoding a file. */
    cpuMs: 8_000,
    /** Maximum length of a video. */
    videoMs: 3_600_000,
    /** Maximum number and total bytes of a player's unsent uploads. */
    unsent: 60,
    unsentBytes: 1024 ** 3,
    /** Maximum total size of the files that a player uploads for messages per period, including unsent uploads. */
    dayBytes: 1024 ** 3,
    dayMs: 24 * 3_600_000,
    /** Maximum number of concurrent uploads per player. */
    concurrent: 10,
    /**
     * Maximum number of concurrent uploads per player while at least half of the node's `concurrentPerNode` are in use.
     */
    concurrentUnderLoad: 2,
    /**
     * Maximum number of concurrent uploads from one network to one node. New accounts and settled accounts of
     * the network are counted separately.
     */
    concurrentPerNetwork: 20,
    /**
     * Maximum number of concurrent uploads per node. Uploads are first written to disk, so the disk needs space for
     * this many files of the maximum size.
     */
    concurrentPerNode: 32,
    /** The part of `concurrentPerNode` that is reserved for settled accounts. */
    reservedForSettled: 8,
  },
} as const;

/** Size in pixels of the picture that other sites show for a link to a fight. */
export const CARD_SIZE = { width: 1_200, height: 630 } as const;

/**
 * Limits for each kind of staff action. A moderator can take `points` actions within `ms`, and an admin twice as many.
 * At half of the limit, the server alerts the admins. At the limit, it rejects further actions of this kind until an
 * admin confirms that the staff member can continue.
 */
export const STAFF_BUDGETS = {
  suspensions: { points: 20, ms: 3_600_000 },
  mutes: { points: 40, ms: 3_600_000 },
  deletions: { points: 60, ms: 600_000 },
  threads: { points: 20, ms: 3_600_000 },
  avatars: { points: 20, ms: 3_600_000 },
  categories: { points: 3, ms: 3_600_000 },
  roles: { points: 5, ms: 3_600_000 },
  accounts: { points: 5, ms: 3_600_000 },
  characters: { points: 60, ms: 3_600_000 },
  reports: { points: 60, ms: 3_600_000 },
  warnings: { points: 20, ms: 3_600_000 },
  lobby: { points: 10, ms: 3_600_000 },
  restores: { points: 60, ms: 3_600_000 },
} as const;
