import { useSignalEffect } from '@preact/signals'
import { Download } from 'lucide'
import type { AnswerOf } from '../../../client'
import { clockOf } from '../../features/conversation/message'
import { texts } from '../../i18n'
import { sizeText } from '../../lib/size'
import { useSession } from '../../session/context'
import { Button, Icon } from '../../ui'
import { DeleteButton, Loading, More, Section, SelectSetting, useLoaded, useSaveState } from '../../ui/form'
import { useRealmSetting } from './controls/realm'

type Answer = AnswerOf<'GET /realm/backups'>
type Backup = Answer['backups'][number]

const frequencies = ['never', 'day', 'week'] as const

/** How many backups stay: some of the numbers that the server allows. */
const usualNumbers = [1, 2, 3, 5, 7, 10, 14, 21, 30]

/** Backups in the server's bucket, for owners. */
export function Backups() {
  const { client, ask, store, outbox } = useSession()
  const t = texts.organization.backups
  const saving = useSaveState()
  const list = useLoaded(() => ask('GET /realm/backups'))
  const { data } = list
  // What the settings say is in the list, too: when the next backup is due, and who may download them.
  const { realm_backup_frequency, realm_owner_full_content_access } = store.state
  useSignalEffect(() => {
    const isChanged = client.lastEvents.value.some(
      (event) => event.type === 'backups' || (event.type === 'realm' && event.op === 'update'),
    )
    if (isChanged) void list.load()
  })
  /** Fetches a backup by a new link, because links work for an hour only and the page may be open for longer. */
  async function download({ id }: Backup): Promise<void> {
    await list.load()
    const link = data.value?.backups.find((one) => one.id === id)?.backup_url
    if (link != null) location.assign(link)
  }

  const clock = clockOf(outbox.state.user_settings.value)
  const at = (seconds: number): string => clock.whole(new Date(seconds * 1000))
  const answer = data.value
  const { due_timestamp = null, waits_until = null } = answer ?? {}
  const isPending = answer?.backups.some(({ pending }) => pending) ?? false
  const isOn = realm_backup_frequency.value !== 'never'
  return (
    <>
      <Section title={t.title} saving={saving}>
        <p class="hint">{answer?.is_available === false ? t.noFiles : t.about}</p>
        <Loading of={list} texts={texts.settings} />
        {answer?.is_available === true && (
          <>
            <p class="hint">{t.files}</p>
            <Schedule />
            {isOn && due_timestamp !== null && !isPending && (
              <p class="hint">{due_timestamp * 1000 < Date.now() ? t.dueToday : t.due(at(due_timestamp))}</p>
            )}
            <div class="buttons">
              <Button onClick={() => void saving.save(() => ask('POST /realm/backups'), t.asked)}>{t.make}</Button>
            </div>
          </>
        )}
      </Section>
      {answer !== null && (answer.is_available || answer.backups.length > 0) && (
        <Section title={t.list}>
          {!realm_owner_full_content_access.value && answer.backups.length > 0 && <p class="hint">{t.locked}</p>}
          {waits_until !== null && <p class="hint">{t.waits(clock.time(new Date(waits_until * 1000)))}</p>}
          {answer.backups.length === 0 && <p class="hint">{t.nothing}</p>}
          <More items={answer.backups.toReversed()}>
            {(one) => <BackupRow key={one.id} of={one} at={at} onDownload={() => void download(one)} />}
          </More>
        </Section>
      )}
    </>
  )
}

function Schedule() {
  const t = texts.organization.backups
  const frequency = useRealmSetting('backup_frequency')
  const number = useRealmSetting('backups_to_keep')
  const numbers = [...new Set([...usualNumbers, number.value])].toSorted((one, other) => one - other)
  return (
    <div class="fields">
      <SelectSetting
        label={t.frequency}
        hint={t.frequencyHint}
        value={frequency.value}
        options={frequencies.map((value) => ({ value, label: t.frequencies[value] }))}
        onSave={frequency.save}
      />
      <SelectSetting
        label={t.number}
        hint={t.numberHint}
        value={number.value}
        options={numbers.map((value) => ({ value, label: t.numbers(value) }))}
        onSave={number.save}
      />
    </div>
  )
}

interface RowProps {
  readonly of: Backup
  readonly at: (seconds: number) => string
  readonly onDownload: () => void
}

function BackupRow({ of: made, at, onDownload }: RowProps) {
  const { store, ask } = useSession()
  const t = texts.organization.backups
  const { id, acting_user_id, begun_timestamp, pending, failure, message_count, size, verified_timestamp, backup_url } =
    made
  const time = at(begun_timestamp)
  const facts = [
    acting_user_id === null
      ? t.scheduled
      : texts.organization.exports.by(store.users.name(acting_user_id) ?? texts.organization.exports.somebody),
    size !== null && sizeText(size),
    message_count !== null && t.messages(message_count),
  ].filter((fact) => fact !== false)
  return (
    <li class="wrapping">
      <span class="grow">
        {time}
        <small dir="auto">{facts.join(' · ')}</small>
        <small>
          {pending && t.pending}
          {failure !== null && t.failures[failure]}
          {verified_timestamp !== null && t.verified}
        </small>
      </span>
      {!pending && (
        <div class="buttons">
          {backup_url !== null && (
            <a
              class="button quiet"
              href={backup_url}
              download
              aria-label={t.downloadOf(time)}
              onClick={(event) => {
                event.preventDefault()
                onDownload()
              }}
            >
              <Icon of={Download} size={16} />
              {texts.organization.exports.download}
            </a>
          )}
          <DeleteButton
            name={t.deleteOf(time)}
            question={t.reallyDelete}
            onRemove={() => ask('DELETE /realm/backups/{backup_id}', { backup_id: id })}
          />
        </div>
      )}
    </li>
  )
}
