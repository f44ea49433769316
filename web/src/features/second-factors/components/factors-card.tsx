import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import type { Attestation, Passkey, SecondFactors } from '@rivalhold/shared/contract/second-factors.ts';
import { describeDevice } from '@rivalhold/shared/devices.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { PASSKEY_TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { SECOND_FACTOR_TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { refreshSession } from '../../../entities/session/api.ts';
import { passkeyProblem } from '../../../entities/session/passkeys.ts';
import { api } from '../../../lib/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast.ts';
import { factorsQuery } from '../api.ts';
import type { AddedFactor, FactorDialog, ProvenChange } from '../dialogs.ts';

const FactorDialogs = lazyComponent(() => import('./factor-dialogs.tsx'), 'FactorDialogs');

type CreationOptions = Reply<RouteOf<'POST /api/second-factors/passkeys/options'>>;

/** Ask the player to create a passkey. @throws Error with a message for the player. */
async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const created = await startRegistration({ optionsJSON: options as never }).catch((cause: Error) => {
    const isKnown = cause.name === 'InvalidStateError';
    throw new Error(isKnown ? SECOND_FACTOR_TEXTS.alreadyOnDevice : PASSKEY_TEXTS.cancelled, { cause });
  });
  return created as Attestation;
}

/** Show the player's passkeys, authenticator app and recovery codes, and offer to change them. */
export function FactorsCard() {
  const { data, isError, refetch } = useQuery(factorsQuery);
  return (
    <Card id="two-step-login" title={TEXTS.title}>
      <Stack gap={4}>
        <Text tone="quiet">{TEXTS.text}</Text>
        {data ? (
          <Factors factors={data} />
        ) : isError ? (
          <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={3} />
        )}
      </Stack>
    </Card>
  );
}

function Factors({ factors: { passkeys, app, recoveryCodes } }: { factors: SecondFactors }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<FactorDialog | null>(null);
  const [open, setOpen] = useState(false);
  const show = (next: FactorDialog | null) => {
    if (next) setDialog(next);
    setOpen(next !== null);
  };
  const close = () => show(null);
  const reload = () => {
    // The staff pages require a second factor, so a change can grant or remove access to them.
    refreshSession();
    return client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  };
  const prove = (change: ProvenChange) => show({ kind: 'proof', change });
  const finish = async ({ message, recoveryCodes: codes }: AddedFactor): Promise<FactorDialog | null> => {
    await reload();
    toast.success(message);
    return codes && { kind: 'codes', codes };
  };
  const finishRemoval = ({ message }: { message: string }) => finish({ message, recoveryCodes: null });
  const problem = passkeyProblem();

  const addPasskey = () =>
    prove({
      title: TEXTS.addPasskey,
      text: TEXTS.addPasskeyText,
      confirm: TEXTS.continue,
      send: async (proof) => {
        const options = await api('POST /api/second-factors/passkeys/options', { body: proof });
        const passkey = await createPasskey(options);
        const name = describeDevice(navigator.userAgent).text.slice(0, FACTOR_LIMITS.passkeyName);
        return finish(await api('POST /api/second-factors/passkeys', { body: { name, passkey } }));
      },
    });
  const removePasskey = ({ id, name }: Passkey) =>
    prove({
      title: TEXTS.removePasskeyTitle,
      text: TEXTS.removePasskeyText(name),
      confirm: TEXTS.remove,
      danger: true,
      send: async (body) =>
        finishRemoval(await api('DELETE /api/second-factors/passkeys/{id}', { params: { id }, body })),
    });
  const setUpApp = () =>
    prove({
      title: TEXTS.setUpTitle,
      text: TEXTS.setUpText,
      confirm: TEXTS.continue,
      send: async (body) => ({ kind: 'app', app: await api('POST /api/second-factors/app', { body }) }),
    });
  const removeApp = () =>
    prove({
      title: TEXTS.removeAppTitle,
      text: TEXTS.removeAppText,
      confirm: TEXTS.remove,
      danger: true,
      send: async (body) => finishRemoval(await api('DELETE /api/second-factors/app', { body })),
    });
  const renewCodes = () =>
    prove({
      title: TEXTS.newCodesTitle,
      text: TEXTS.newCodesText,
      confirm: TEXTS.newCodes,
      send: async (body) => {
        const { recoveryCodes: codes } = await api('POST /api/second-factors/recovery-codes', { body });
        await reload();
        return { kind: 'codes', codes };
      },
    });

  return (
    <>
      <Section title={TEXTS.passkeys} text={problem ?? TEXTS.passkeysText}>
        {passkeys.length > 0 && (
          <Stack as="ul" divided>
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => show({ kind: 'rename', passkey })}
                onRemove={() => removePasskey(passkey)}
              />
            ))}
          </Stack>
        )}
        {problem === null &&
          (passkeys.length < FACTOR_LIMITS.passkeys ? (
            <div>
              <Button onClick={addPasskey}>{TEXTS.addPasskey}</Button>
            </div>
          ) : (
            <Text size={1} tone="quiet">
              {SECOND_FACTOR_TEXTS.tooManyPasskeys}
            </Text>
          ))}
      </Section>
      <Section title={TEXTS.app} text={TEXTS.appText}>
        <Row gap={3} justify="between" wrap rowGap={2}>
          {app && (
            <Text size={1} tone="quiet">
              <Uses {...app} />
            </Text>
          )}
          {app ? (
            <Button size="small" aria-label={TEXTS.removeOf(TEXTS.app)} onClick={removeApp}>
              {TEXTS.remove}
            </Button>
          ) : (
            <Button onClick={setUpApp}>{TEXTS.setUpApp}</Button>
          )}
        </Row>
      </Section>
      {(passkeys.length > 0 || app) && (
        <Section title={TEXTS.recoveryCodes} text={TEXTS.recoveryText}>
          <Row gap={3} justify="between" wrap rowGap={2}>
            <Text weight="medium" tone={recoveryCodes === 0 ? 'danger' : undefined}>
              {TEXTS.codesLeft(recoveryCodes)}
            </Text>
            <Button size="small" onClick={renewCodes}>
              {TEXTS.newCodes}
            </Button>
          </Row>
        </Section>
      )}
      <Suspense>
        {dialog && (
          <FactorDialogs
            dialog={dialog}
            open={open}
            onClose={close}
            hasPasskey={problem === null && passkeys.length > 0}
            onNext={show}
            onAppAdded={finish}
            onRenamed={() => {
              close();
              void reload();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} paddingTop={4} borderTop>
      <Text as="h3" size={2} weight="medium">
        {title}
      </Text>
      <Text tone="quiet">{text}</Text>
      {children}
    </Stack>
  );
}

function PasskeyRow({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}) {
  const { name } = passkey;
  return (
    <Row as="li" gap={3} justify="between" wrap rowGap={2} paddingBlock={2}>
      <div>
        <Text weight="medium" wrap="anywhere">
          {name}
        </Text>
        <Text size={1} tone="quiet">
          <Uses {...passkey} />
        </Text>
      </div>
      <Row gap={2}>
        <Button size="small" aria-label={TEXTS.renameOf(name)} onClick={onRename}>
          {TEXTS.rename}
        </Button>
        <Button size="small" aria-label={TEXTS.removeOf(name)} onClick={onRemove}>
          {TEXTS.remove}
        </Button>
      </Row>
    </Row>
  );
}

/** Show when a factor was added and last used. */
function Uses({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  return (
    <>
      <SentenceText parts={TEXTS.added(<RelativeTime time={createdAt} />)} />
      {' · '}
      {lastUsedAt === null ? (
        TEXTS.neverUsed
      ) : (
        <SentenceText parts={TEXTS.lastUsed(<RelativeTime time={lastUsedAt} />)} />
      )}
    </>
  );
}
