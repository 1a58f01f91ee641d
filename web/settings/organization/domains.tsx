import { useRef } from 'preact/hooks'
import { CheckSetting, Field, More, Section, useSaveState, type SaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { useSession } from '../../session/context'
import { SettingGroup } from './controls/setting-group'

/** Restricts which email addresses may join. */
export function Domains() {
  const t = texts.organization.rules.domains
  const { store, ask } = useSession()
  const saving = useSaveState()
  const list = useRef<HTMLDivElement>(null)
  const { realm_domains, realm_emails_restricted_to_domains } = store.state
  const isRestricted = realm_emails_restricted_to_domains.value
  const all = realm_domains.value

  function remove(domain: string): void {
    // The button leaves the DOM with its row.
    list.current!.focus()
    const opens = isRestricted && all.length === 1
    void saving.save(() => ask('DELETE /realm/domains/{domain}', { domain }), opens ? t.openToAll : t.removed)
  }

  return (
    <>
      <SettingGroup
        title={texts.organization.rules.groups.addresses}
        names={[
          // A restriction without any domain would let nobody join.
          ...(all.length > 0 || isRestricted ? (['emails_restricted_to_domains'] as const) : []),
          // With a restriction, disposable addresses are excluded anyway.
          ...(isRestricted ? [] : (['disallow_disposable_email_addresses'] as const)),
        ]}
      />
      <div ref={list} tabIndex={-1} role="group" aria-label={t.title}>
        <Section title={t.title} saving={saving}>
          <p class="hint">{all.length === 0 ? t.nothing : isRestricted ? t.onlyThese : t.notRestricted}</p>
          <More items={all}>
            {(one) => <Domain key={one.domain} {...one} saving={saving} onRemove={() => remove(one.domain)} />}
          </More>
          <NewDomain saving={saving} />
        </Section>
      </div>
    </>
  )
}

interface DomainProps {
  readonly domain: string
  readonly allow_subdomains: boolean
  readonly saving: SaveState
  readonly onRemove: () => void
}

function Domain({ domain, allow_subdomains, saving, onRemove }: DomainProps) {
  const { ask } = useSession()
  const t = texts.organization.rules.domains
  return (
    <li class="wrapping">
      <bdi class="grow">{domain}</bdi>
      <CheckSetting
        label={t.withSubdomains}
        name={t.withSubdomainsOf(domain)}
        isOn={allow_subdomains}
        saving={saving}
        onSave={(isOn) => ask('PATCH /realm/domains/{domain}', { domain, allow_subdomains: isOn })}
      />
      <Button kind="quiet" aria-label={t.removeOf(domain)} onClick={onRemove}>
        {t.remove}
      </Button>
    </li>
  )
}

function NewDomain({ saving }: { readonly saving: SaveState }) {
  const { ask } = useSession()
  const t = texts.organization.rules.domains

  async function add(form: HTMLFormElement): Promise<void> {
    const formData = new FormData(form)
    const domain = (formData.get('domain') as string).trim()
    const allow_subdomains = formData.has('subdomains')
    if (domain === '') saving.refuse(t.missing)
    else if (await saving.save(() => ask('POST /realm/domains', { domain, allow_subdomains }), t.added)) form.reset()
  }

  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault()
        void add(event.currentTarget)
      }}
    >
      <div class="adding">
        <Field label={t.domain} name="domain" inputMode="url" autocomplete="off" maxLength={255} />
        <Button type="submit">{t.add}</Button>
      </div>
      <label class="check">
        <input type="checkbox" name="subdomains" />
        {t.withSubdomains}
      </label>
    </form>
  )
}
