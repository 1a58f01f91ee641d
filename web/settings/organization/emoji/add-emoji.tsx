import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Section, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { ChoosePicture } from '../../pictures'
import { useStore } from '../../../session/context'
import { NewEmoji } from './new-emoji'
import { focusNext } from '../../../ui/focus'

export function AddEmoji() {
  const { max_avatar_file_size_mib } = useStore().state
  const t = texts.organization.emoji
  const saving = useSaveState()
  const chosen = useSignal<File | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  /** Maximal size of a picture in MiB; 0 if the server stores no files. */
  const mib = max_avatar_file_size_mib.value
  if (mib === 0)
    return (
      <Section title={t.add}>
        <p class="hint">{t.noFiles}</p>
      </Section>
    )

  function close(): void {
    chosen.value = null
    // The pressed button has left the DOM.
    focusNext(buttons, 'button')
  }

  return (
    <Section title={t.add} saving={saving}>
      {chosen.value === null ? (
        <div ref={buttons} class="buttons">
          <ChoosePicture
            label={t.choose}
            maxMib={mib}
            refuse={saving.refuse}
            onChoose={(picture, file) => {
              picture.close()
              chosen.value = file
            }}
          />
          <p class="hint">{t.addHint(mib)}</p>
        </div>
      ) : (
        <NewEmoji key={chosen.value} file={chosen.value} saving={saving} onDone={close} />
      )}
    </Section>
  )
}
