/** Parameters by name, before they are encoded. */
export type Params = Readonly<Record<string, unknown>>

/** A request below `/api/v1`: its path is filled in, and `params` are those that do not stand in it. */
interface PreparedRequest {
  readonly method: string
  readonly path: string
  readonly params: Params
}

/** Fills the parameters of the path into a route. */
export function prepareRequest(route: string, allParams: Params): PreparedRequest {
  const params: Record<string, unknown> = { ...allParams }
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = encodeURIComponent(String(params[name]))
    delete params[name]
    // The rest of a path, of several segments.
    return name === 'path' ? part.replaceAll('%2F', '/') : part
  })
  return { method, path, params }
}

const isFile = (value: unknown): value is Blob => value instanceof Blob

export const hasFile = (params: Params): boolean => Object.values(params).some(isFile)

/** Parameters as they travel: as a form, of several parts if there is a file among them. */
export function encodeParams(params: Params): URLSearchParams | FormData {
  const form = hasFile(params) ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined)
      form.append(name, (typeof value === 'string' || isFile(value) ? value : JSON.stringify(value)) as string)
  }
  return form
}
