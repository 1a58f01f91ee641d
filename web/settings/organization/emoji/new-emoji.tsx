import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Field, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { useSession } from '../../../session/context'
import { useBuiltInNames } from './built-in'
import { storedName, longestName, nameProblem, suggestedName } from './names'

interface NewEmojiProps {
  readonly file: File
  readonly saving: SaveState
  readonly onDone: () => void
}

/** The form for the name of a new emoji, with a preview. */
export function NewEmoji({ file, saving, onDone }: NewEmojiProps) {
  const { store, ask } = useSession()
  const t = texts.organization.emoji
  const name = useSignal(suggestedName(file.name))
  const address = useSignal('')
  const builtIn = useBuiltInNames()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => form.current!.querySelector('input')!.select(), [])
  useEffect(() => {
    address.value = URL.createObjectURL(file)
    return () => URL.revokeObjectURL(address.peek())
  }, [file])

  const isBuiltIn = builtIn.has(storedName(name.value))
  const problem = nameProblem(name.value, store, isBuiltIn)

  async function add(): Promise<void> {
    if (problem !== '') saving.refuse(problem)
    else if (
      await saving.save(
        () => ask('POST /realm/emoji/{emoji_name}', { emoji_name: storedName(name.peek()), file }),
        t.added,
      )
    )
      onDone()
  }

  return (
    <form
      ref={form}
      class="fields"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <figure class="new-emoji">
        <figcaption>{t.preview}</figcaption>
        {address.value !== '' && (
          <>
            <img src={address.value} alt="" width={64} height={64} />
            <img src={address.value} alt="" width={20} height={20} />
            <span aria-hidden="true" dir="ltr">
              :{storedName(name.value)}:
            </span>
          </>
        )}
      </figure>
      <Field
        label={t.name}
        name="name"
        autocomplete="off"
        maxLength={longestName}
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <p class="hint">{isBuiltIn && problem === '' ? t.replaces : t.nameHint}</p>
      <div class="buttons">
        <Button kind="main" type="submit">
          {t.addNow}
        </Button>
        <Button onClick={onDone}>{texts.messageActions.cancel}</Button>
      </div>
    </form>
  )
}
