import { shareOf } from '../accounts/account'
import { viewerIfAny } from '../auth/viewer'
import { notLoggedIn } from '../core/base/errors'
import { endpoint } from '../core/http/endpoint'
import { pathText } from '../core/http/params'
import type { Limit } from '../core/http/rate-limits'
import { ownHosts } from '../previews/addresses'
import { fileNotFound } from '../uploads/serving'
import { addressIn, maxAddressDigits } from './address'
import { keptAt, placeOf } from './cache'
import { serveFetched, serveKept } from './serving'

/** The rate limit of pictures that are not in the cache, because each is a request to somebody else's server. */
const fetching: Limit = { name: 'fetching', setting: 'OUTSIDE_PICTURES_PER_MINUTE', fallback: '100' }

export const externalContentEndpoint = endpoint('GET {base_url}/external_content/{address}', {
  summary: 'A picture of another site, which is not told who looks at it',
  auth: 'optional',
  counted: 'file',
  params: { address: pathText(maxAddressDigits) },
  returns: {},
  async run(ask) {
    const { params, headers, facts, env, admitFurther, defer } = ask
    const account = await viewerIfAny(ask)
    if (account === null) throw notLoggedIn()
    const own = ownHosts(facts.origin, env)
    const url = addressIn(params.address, own)
    if (url === null) throw fileNotFound()
    const place = placeOf(url, facts.origin)
    const cachedPicture = await keptAt(place)
    if (cachedPicture === 'none') throw fileNotFound()
    if (cachedPicture !== null) return serveKept(cachedPicture, headers)
    await admitFurther(fetching)
    return serveFetched({ url, own, owner: String(shareOf(account)), place, defer })
  },
})
