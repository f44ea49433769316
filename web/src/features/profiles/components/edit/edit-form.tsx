import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PROFILE_TEXT_FIELD_NAMES, PROFILE_TEXT_FIELDS } from '@rivalhold/shared/profiles.ts';
import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { visibleLength } from '@rivalhold/shared/visible-text.ts';
import { Controller } from 'react-hook-form';
import { rules } from '../../../../entities/session/validation.ts';
import { repeat } from '../../../../lib/repeat.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field, PasswordField } from '../../../../ui/field.tsx';
import { FormOutcome } from '../../../../ui/form-outcome.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { SkeletonField } from '../../../../ui/skeleton-parts.tsx';
import { Text } from '../../../../ui/text.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { RELATIONSHIP_OPTIONS, SEX_OPTIONS } from '../../edit.ts';
import styles from './edit-form.module.css';
import { useEditForm } from './use-edit-form.ts';

const isAge = (value: string) =>
  value === '' ||
  (/^\d+$/.test(value) && Number(value) >= LIMITS.age.min && Number(value) <= LIMITS.age.max) ||
  PROFILE_TEXTS.age;

/** Show the form for the player's profile, except the avatar. */
export function EditForm({ user, profile }: { user: SessionUser; profile: Profile }) {
  const { form, failure, done, isSaving, submit } = useEditForm(user, profile);
  const { register, formState, watch } = form;
  const { errors, isDirty } = formState;
  const isMoving = watch('email').trim().toLowerCase() !== user.email.toLowerCase();
  return (
    <Stack as="form" gap={5} noValidate onSubmit={submit}>
      <Card title={EDIT_PROFILE_TEXTS.about}>
        <Grid columns={2} gap={4} rowGap={6} align="start" stackOn="phone">
          <Controller
            control={form.control}
            name="statusMessage"
            rules={{
              validate: (text) => visibleLength(text.trim()) <= LIMITS.statusMessage || PROFILE_TEXTS.status,
            }}
            render={({ field, fieldState }) => (
              <Stack gap={1} className={styles.whole}>
                <Text as="span" aria-hidden="true" size={1} weight="medium">
                  {EDIT_PROFILE_TEXTS.status}
                </Text>
                <TextArea
                  {...field}
                  label={EDIT_PROFILE_TEXTS.status}
                  limit={LIMITS.statusMessage}
                  measure={visibleLength}
                  placeholder={PROFILE_TEXTS.defaultStatus}
                  error={fieldState.error?.message ?? null}
                />
              </Stack>
            )}
          />
          {PROFILE_TEXT_FIELD_NAMES.map((name) => {
            const { label, maxLength } = PROFILE_TEXT_FIELDS[name];
            return (
              <Field
                key={name}
                label={label}
                dir="auto"
                autoComplete="off"
                error={errors[name]?.message}
                {...register(name, {
                  validate: (text) => text.trim().length <= maxLength || PROFILE_TEXTS.textTooLong(maxLength),
                })}
              />
            );
          })}
          <Field
            label={EDIT_PROFILE_TEXTS.age}
            hint={EDIT_PROFILE_TEXTS.ageHint}
            inputMode="numeric"
            autoComplete="off"
            error={errors.age?.message}
            {...register('age', { validate: (value) => isAge(value.trim()) })}
          />
          <SelectField
            label={EDIT_PROFILE_TEXTS.sex}
            options={SEX_OPTIONS}
            error={errors.sex?.message}
            {...register('sex')}
          />
          <SelectField
            label={EDIT_PROFILE_TEXTS.relationship}
            options={RELATIONSHIP_OPTIONS}
            error={errors.relationshipStatus?.message}
            {...register('relationshipStatus')}
          />
        </Grid>
      </Card>
      <Card title={EDIT_PROFILE_TEXTS.account}>
        <Grid columns={2} gap={4} rowGap={6} align="start" stackOn="phone">
          <Field
            label={ACCOUNT_LABELS.username}
            hint={EDIT_PROFILE_TEXTS.usernameHint}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.username?.message}
            {...register('username', rules.username)}
          />
          <Field
            label={ACCOUNT_LABELS.email}
            hint={
              user.pendingEmail === null
                ? EDIT_PROFILE_TEXTS.emailHint
                : EMAIL_CHANGE_TEXTS.pendingHint(user.pendingEmail)
            }
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email', rules.email)}
          />
          {isMoving && (
            <PasswordField
              className={styles.whole}
              label={ACCOUNT_LABELS.currentPassword}
              hint={EDIT_PROFILE_TEXTS.passwordHint}
              autoComplete="current-password"
              error={errors.currentPassword?.message}
              {...register('currentPassword', {
                required: ACCOUNT_TEXTS.currentPasswordMissing,
                shouldUnregister: false,
              })}
            />
          )}
          <Field
            label={ACCOUNT_LABELS.firstName}
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName', rules.name(ACCOUNT_TEXTS.firstName))}
          />
          <Field
            label={ACCOUNT_LABELS.lastName}
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName', rules.name(ACCOUNT_TEXTS.lastName))}
          />
        </Grid>
      </Card>
      <Stack gap={3}>
        <FormOutcome failure={failure} done={done} />
        <Row gap={3} justify="end" align="stretch" wrap className={styles.answers}>
          <ButtonLink to="/profiles/$userId" params={{ userId: String(user.id) }}>
            {EDIT_PROFILE_TEXTS.backToProfile}
          </ButtonLink>
          <Button
            type="submit"
            variant="primary"
            aria-disabled={(!isDirty && !isSaving) || undefined}
            busy={isSaving}
          >
            {EDIT_PROFILE_TEXTS.save}
          </Button>
        </Row>
      </Stack>
    </Stack>
  );
}

/** Show a placeholder for the form, with the same cards and number of fields. */
export function EditFormSkeleton() {
  return (
    <Stack gap={5} aria-hidden="true">
      <Card title={EDIT_PROFILE_TEXTS.about}>
        <Grid columns={2} gap={4} rowGap={6} align="start" stackOn="phone">
          <FieldSkeleton className={styles.whole} height="4.5rem" />
          {repeat(PROFILE_TEXT_FIELD_NAMES.length + 3, (field) => (
            <FieldSkeleton key={field} />
          ))}
        </Grid>
      </Card>
      <Card title={EDIT_PROFILE_TEXTS.account}>
        <Grid columns={2} gap={4} rowGap={6} align="start" stackOn="phone">
          {repeat(4, (field) => (
            <FieldSkeleton key={field} />
          ))}
        </Grid>
      </Card>
      <Row gap={3} justify="end" className={styles.answers}>
        <Skeleton width="8rem" height="2.75rem" />
        <Skeleton width="8rem" height="2.75rem" />
      </Row>
    </Stack>
  );
}

function FieldSkeleton({
  height = '2.75rem',
  className,
}: {
  height?: string;
  className?: string | undefined;
}) {
  return (
    <Stack gap={1} className={className}>
      <SkeletonField height={height} />
      <Skeleton width="60%" height="1.25em" />
    </Stack>
  );
}
