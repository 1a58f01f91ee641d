import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Section } from '../../../ui/form'
import { texts } from '../../../i18n'
import { createFinder, type Finder } from './finder'
import type { LinkSearchResult } from './finding'
import type { Linkifier } from './drafts'

interface TryItProps {
  /** The saved linkifiers with the drafts in their places. */
  readonly linkifiers: ReadonlySignal<readonly Linkifier[]>
}

/** Maximal length of the sample text. */
const longest = 2000

/** Milliseconds without typing before the text is tried. */
const rest = 250

/** A sample text, and the links that a message with it would have. */
export function TryIt({ linkifiers }: TryItProps) {
  const t = texts.organization.linkifiers
  const id = useId()
  const text = useSignal('')
  const found = useSignal<LinkSearchResult | 'slow' | null>(null)
  const finder = useRef<Finder | null>(null)
  useEffect(() => {
    finder.current = createFinder()
    return () => finder.current!.close()
  }, [])

  const [sample, all] = [text.value, linkifiers.value]
  useEffect(() => {
    if (sample.trim() === '') {
      found.value = null
      return undefined
    }
    let isCurrent = true
    const timer = setTimeout(async () => {
      const links = await finder.current!.find({ text: sample, linkifiers: all })
      if (isCurrent) found.value = links ?? 'slow'
    }, rest)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sample, all])

  return (
    <Section title={t.try}>
      <p class="hint">{t.tryHint}</p>
      <div class="field">
        <label for={id}>{t.text}</label>
        <textarea
          id={id}
          rows={2}
          dir="auto"
          maxLength={longest}
          value={sample}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </div>
      <output for={id} class="found-links">
        {found.value === 'slow' && <p class="problem">{t.slow}</p>}
        {found.value !== null && found.value !== 'slow' && <Links of={found.value} linkifiers={all} />}
      </output>
    </Section>
  )
}

function Links({ of: { links, problems }, linkifiers }: { of: LinkSearchResult; linkifiers: readonly Linkifier[] }) {
  const t = texts.organization.linkifiers
  return (
    <>
      {linkifiers.map(({ id, pattern }) => {
        const problem = problems[id]
        return (
          problem !== undefined && (
            <p key={id} class="problem">
              {t.problems[problem]} <code dir="ltr">{pattern}</code>
            </p>
          )
        )
      })}
      <p class="hint">{t.found(links.length)}</p>
      <ul>
        {links.map(({ start, text, url }) => (
          <li key={start}>
            <bdi>{text}</bdi>
            <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
              {url}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
