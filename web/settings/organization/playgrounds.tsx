import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Field, More, DeleteButton, Section, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useSession } from '../../session/context'
import { languageTable } from '../../lib/tables'
import { focusIn } from '../../ui/focus'

/** Maximal lengths. */
const longest = { name: 100, language: 40, prefix: 1000 }

/** Code playgrounds: websites where the code of a message can be run. */
export function Playgrounds() {
  const { store, ask } = useSession()
  const t = texts.organization.playgrounds
  const all = store.state.realm_playgrounds.value
  return (
    <>
      <Section title={t.title}>
        <p class="hint">{all.length === 0 ? t.nothing : t.hint}</p>
        <More items={all}>
          {({ id, name, pygments_language, url_prefix }) => (
            <li key={id} class="wrapping">
              <span class="grow">
                <bdi>{name}</bdi>
                <small>
                  <bdi>{pygments_language}</bdi> · <bdi dir="ltr">{url_prefix}</bdi>
                </small>
              </span>
              <DeleteButton
                name={t.deleteOf(name)}
                question={t.reallyDelete}
                onRemove={() => ask('DELETE /realm/playgrounds/{playground_id}', { playground_id: id })}
              />
            </li>
          )}
        </More>
      </Section>
      <NewPlayground />
    </>
  )
}

function NewPlayground() {
  const { ask } = useSession()
  const t = texts.organization.playgrounds
  const saving = useSaveState()
  /** Names of the languages of code blocks. */
  const names = useSignal<readonly string[]>([])
  useEffect(
    () =>
      void languageTable().then(
        ({ languageNamed, languageWords }) =>
          (names.value = languageWords().flatMap(([word]) => languageNamed(word!)?.name ?? [])),
        () => undefined,
      ),
    [],
  )

  async function add(form: HTMLFormElement): Promise<void> {
    const formData = new FormData(form)
    const [name, language, url_prefix] = ['name', 'language', 'prefix'].map((field) =>
      (formData.get(field) as string).trim(),
    ) as [string, string, string]
    if (name === '' || language === '' || url_prefix === '') return saving.refuse(t.missing)
    const change = async (): Promise<unknown> =>
      ask('POST /realm/playgrounds', { name, pygments_language: await wholeName(language), url_prefix })
    if (!(await saving.save(change, t.added))) return
    form.reset()
    focusIn(form, 'input')
  }

  return (
    <Section title={t.add} saving={saving}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void add(event.currentTarget)
        }}
      >
        <Field label={t.name} name="name" autocomplete="off" maxLength={longest.name} />
        <Field
          label={t.language}
          name="language"
          suggestions={names.value}
          autocomplete="off"
          maxLength={longest.language}
        />
        <Field label={t.prefix} name="prefix" autocomplete="off" maxLength={longest.prefix} />
        <p class="hint">{t.prefixHint}</p>
        <div class="buttons">
          <Button type="submit">{t.addNow}</Button>
        </div>
      </form>
    </Section>
  )
}

/** The full name of a language: Python for `py`. */
async function wholeName(language: string): Promise<string> {
  const { languageNamed } = await languageTable()
  return languageNamed(language)?.name ?? language
}
