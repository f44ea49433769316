import Type from 'typebox';
import { SessionUser } from './accounts.ts';
import { type Contract, closedObject, Message, Nullable } from './schema.ts';
import { Assertion, RequestOptions } from './second-factors.ts';

const Password = Type.String({ maxLength: 1024 });
const Text = (maxLength = 1024) => Type.String({ maxLength });

export const signIn = {
  routes: {
    'POST /api/session': {
      access: 'guest',
      body: Type.Object(
        {
          credential: Text(),
          password: Password,
          remember: Type.Optional(Nullable(Type.Boolean())),
          /**
           * A recovery code, or a code from the authenticator app. Required after an error with the code
           * `secondFactor`.
           */
          code: Type.Optional(Nullable(Text(64))),
        },
        closedObject,
      ),
      reply: Type.Object({ user: SessionUser }),
      summary: 'Logs in by username or email.',
    },
    'GET /api/session/passkey': {
      access: 'guest',
      reply: RequestOptions,
      summary: 'A challenge to log in with a passkey; the response is the same for everyone.',
    },
    'POST /api/session/passkey': {
      access: 'guest',
      body: Type.Object(
        { passkey: Assertion, remember: Type.Optional(Nullable(Type.Boolean())) },
        closedObject,
      ),
      reply: Type.Object({ user: SessionUser }),
      summary: 'Logs in with a passkey.',
    },
    'POST /api/users/deny-sign-in/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      reply: Message,
      summary:
        'Denies a sign-in or a change of the account with the emailed link; ends all sessions, and emails a reset link.',
    },
    'POST /api/users/undo-email-change/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      reply: Message,
      summary:
        'Undoes a change of the email address with the emailed link; ends all sessions, and emails a reset link.',
    },
  },
} as const satisfies Contract;
