import { Choices, Outcome, SelectSetting, useSaving } from '../forms'
import { keepLanguage } from '../kept-choices'
import { laterWords } from '../later-words'
import { Habits, languages, Looks, Told } from '../preferences'
import { useSession } from '../session'
import { zones } from './zones'

/** What the client looks like, how it is written in, and what others are told of the reader. */
export function General() {
  const { outbox } = useSession()
  const said = laterWords.settings
  const saving = useSaving()
  const { timezone } = outbox.state.user_settings.value as unknown as { readonly timezone: string }
  const set = (property: string, value: string): Promise<unknown> =>
    outbox.do({ kind: 'setting', property, value }).done

  return (
    <>
      <Looks />
      <div>
        <Choices
          legend={said.language}
          value={document.documentElement.lang}
          options={languages}
          onChoose={(value) => {
            keepLanguage(value)
            // All texts are read anew.
            void saving.save(() => set('default_language', value)).then((isSaved) => isSaved && location.reload())
          }}
        />
        <Outcome of={saving} />
      </div>
      <Habits />
      <SelectSetting
        label={said.timezone}
        hint={said.timezoneHint}
        value={timezone}
        options={zones(timezone)}
        onSave={(value) => set('timezone', value)}
      />
      <Told />
    </>
  )
}
