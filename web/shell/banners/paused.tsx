import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { Button } from '../../ui'

/** Says that the server has used up what its plan allows in a day, and what happens to messages meanwhile. */
export function PausedBanner({ until }: { readonly until: number }) {
  const { paused: t } = texts
  const isHidden = useSignal(false)
  if (isHidden.value) return null
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(until)
  return (
    <section class="bar" aria-label={t.name}>
      <p>{t.until(time)}</p>
      <div class="buttons">
        <Button kind="quiet" onClick={() => (isHidden.value = true)}>
          {texts.layout.close}
        </Button>
      </div>
    </section>
  )
}
