import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { sizeText } from '../../../lib/size'
import { Button } from '../../../ui'
import { ConfirmButton, Section, useSaveState } from '../../../ui/form'
import { LimitSetting } from '../controls/limit-setting'
import { useRealmSetting } from '../controls/realm'
import { dateText } from './date-text'

type Progress = AnswerOf<'GET /realm/database'>['old_texts']

interface OldTextsProps {
  readonly of: Progress
  /** Loads the progress again. */
  readonly reload: () => Promise<unknown>
}

/** After how many days texts of messages move out of the database, how far that is, and bringing them back. */
export function OldTexts({ of: progress, reload }: OldTextsProps) {
  const t = texts.organization.storage.oldTexts
  const saving = useSaveState()
  const returning = useRealmSetting('return_old_texts')
  const { is_available, moved_messages } = progress
  const canReturn = is_available && moved_messages > 0 && !returning.isFixed

  async function setReturning(isOn: boolean): Promise<void> {
    if (await saving.save(() => returning.save(isOn))) await reload()
  }

  return (
    <Section title={t.title} saving={saving}>
      <p class="hint">{t.about}</p>
      {is_available ? <LimitSetting name="old_texts_after_days" saving={saving} /> : <p>{t.noStorage}</p>}
      {(is_available || moved_messages > 0) && <ProgressLines of={progress} returns={returning.value} />}
      {canReturn && !returning.value && (
        <ConfirmButton name={t.return} yes={t.return} onYes={() => setReturning(true)}>
          <p>{t.returnQuestion}</p>
        </ConfirmButton>
      )}
      {canReturn && returning.value && (
        <div class="buttons">
          <Button onClick={() => void setReturning(false)}>{t.stop}</Button>
        </div>
      )}
    </Section>
  )
}

function ProgressLines({ of: progress, returns }: { readonly of: Progress; readonly returns: boolean }) {
  const t = texts.organization.storage.oldTexts
  const { moved_messages, moved_bytes, waiting_messages, messages_per_day, done_on } = progress
  const waiting = returns ? t.returning(waiting_messages) : t.waiting(waiting_messages)
  return (
    <div class="moved-texts">
      <p>{moved_messages === 0 ? t.nothing : t.moved(moved_messages, sizeText(moved_bytes))}</p>
      {waiting_messages > 0 && (
        <p>
          {waiting}
          {messages_per_day !== null && done_on !== null && ` ${t.pace(messages_per_day, dateText(done_on))}`}
        </p>
      )}
    </div>
  )
}
