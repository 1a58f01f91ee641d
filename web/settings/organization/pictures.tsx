import { texts } from '../../i18n'
import { PictureSetting } from '../pictures'
import { useSession } from '../../session/context'
import './pictures.css'

/** Icon of the organization, and its logos for the light and the dark theme. */
export function Pictures() {
  const { store, ask } = useSession()
  const t = texts.organization.profile
  const { state } = store
  const keepsFiles = state.max_icon_file_size_mib.value > 0
  const hint = (usual: string): string => (keepsFiles ? usual : texts.pictures.noFiles)
  const hasIcon = state.realm_icon_source.value === 'U'
  const logos = [
    { night: false, source: state.realm_logo_source.value, url: state.realm_logo_url.value },
    { night: true, source: state.realm_night_logo_source.value, url: state.realm_night_logo_url.value },
  ]
  return (
    <>
      <PictureSetting
        title={t.icon}
        hint={hint(t.iconHint)}
        choose={t.chooseIcon}
        isFixed={!keepsFiles}
        isSquare
        onUse={(file) => ask('POST /realm/icon', { file })}
        removal={hasIcon ? { name: t.removeIcon, onRemove: () => ask('DELETE /realm/icon') } : null}
      >
        {hasIcon ? (
          <img class="realm-icon" src={state.realm_icon_url.value} alt={t.icon} />
        ) : (
          <span class="realm-icon none">{t.none}</span>
        )}
      </PictureSetting>
      {logos.map(({ night, source, url }) => (
        <PictureSetting
          key={night}
          title={night ? t.nightLogo : t.logo}
          hint={hint(night ? t.nightLogoHint : t.logoHint)}
          choose={night ? t.chooseNightLogo : t.chooseLogo}
          isFixed={!keepsFiles}
          maxMib={state.max_logo_file_size_mib.value}
          onUse={(file) => ask('POST /realm/logo', { night, file })}
          removal={
            source === 'U'
              ? {
                  name: night ? t.removeNightLogo : t.removeLogo,
                  onRemove: () => ask('DELETE /realm/logo', { night }),
                }
              : null
          }
        >
          <span class={`realm-logo ${night ? 'night' : 'day'}`}>
            {source === 'U' ? <img src={url} alt={night ? t.nightLogo : t.logo} /> : t.none}
          </span>
        </PictureSetting>
      ))}
    </>
  )
}
