/** One line of Prometheus' text format: a name, its labels and its value. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const LINE = /^([a-z_:][\w:]*)(?:\{([^}]*)\})? (\S+)$/i
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** The samples of a text in Prometheus' format; comments and what it does not know are left out. */
export const parseMetrics = (text: string): Sample[] =>
  text.split("\n").flatMap(line => {
    const [, name, labels = "", value] = LINE.exec(line) ?? []
    if (name === undefined || !Number.isFinite(Number(value))) return []
    return [
      {
        name,
        labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, content]) => [label, content])),
        value: Number(value),
      },
    ]
  })

export const samplesOf = (samples: readonly Sample[], name: string): Sample[] =>
  samples.filter(sample => sample.name === name)

/** The value of a name, of the labels given; summed over the others. Undefined where nothing was measured. */
export const valueOfMetric = (
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined => {
  const found = samplesOf(samples, name).filter(sample =>
    Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}

/** Mean of a histogram; undefined before the first observation. */
export const meanOf = (samples: readonly Sample[], name: string): number | undefined => {
  const count = valueOfMetric(samples, `${name}_count`)
  return count ? (valueOfMetric(samples, `${name}_sum`) ?? 0) / count : undefined
}

export interface Bucket {
  /** Upper edge [s]; Infinity for the last. */
  upToSeconds: number
  count: number
}

/** How many observations of a histogram fell between an edge and the one before. */
export const bucketsOf = (samples: readonly Sample[], name: string): Bucket[] => {
  const edges = samplesOf(samples, `${name}_bucket`)
    .map(({ labels, value }) => ({ edge: labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le), value }))
    .sort((a, b) => a.edge - b.edge)
  return edges.map(({ edge, value }, index) => ({
    upToSeconds: edge,
    count: value - (index === 0 ? 0 : edges[index - 1].value),
  }))
}
