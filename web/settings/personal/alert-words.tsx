import { X } from 'lucide'
import { useRef } from 'preact/hooks'
import { Field, More, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button, IconButton } from '../../ui'
import { byName } from '../../lib/by-name'
import { useSession } from '../../session/context'
import { focusIn } from '../../ui/focus'

/** Alert words: the user gets a notification wherever one is used. */
export function AlertWords() {
  const { store, ask } = useSession()
  const t = texts.settings.notifications
  const saving = useSaveState()
  const form = useRef<HTMLFormElement>(null)
  const words = store.state.alert_words.value.toSorted(byName)

  async function add(): Promise<void> {
    const word = (new FormData(form.current!).get('word') as string).trim()
    if (word === '') return
    const isThere = words.some((one) => one.toLowerCase() === word.toLowerCase())
    if (isThere) return saving.refuse(t.wordThere)
    if (await saving.save(() => ask('POST /users/me/alert_words', { alert_words: [word] }))) form.current?.reset()
  }

  return (
    <Section title={t.words} saving={saving}>
      <p class="hint">{t.wordsHint}</p>
      <form
        ref={form}
        class="adding"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field label={t.word} name="word" autocomplete="off" maxLength={100} />
        <Button type="submit">{texts.streams.add}</Button>
      </form>
      <More items={words}>
        {(word) => (
          <li key={word}>
            <span class="grow" dir="auto">
              {word}
            </span>
            <IconButton
              icon={X}
              name={t.removeWord(word)}
              onClick={() => {
                focusIn(form.current, 'input')
                void saving.save(() => ask('DELETE /users/me/alert_words', { alert_words: [word] }))
              }}
            />
          </li>
        )}
      </More>
    </Section>
  )
}
