import type { Body } from "../../../../client/index.ts"
import { useSession } from "../../app/session.tsx"
import { useAction } from "../../lib/action.ts"
import { Problem } from "../../ui/Problem.tsx"
import { HourShape } from "../HourShape.tsx"
import { NumberField } from "../NumberField.tsx"
import { PartHead } from "../PartHead.tsx"
import { ChoiceAnswer } from "../questions/answers.tsx"
import { useQuestionText } from "../questionText.ts"
import {
  type Asset,
  CONFIG_FIELDS,
  FIRST_CONFIGS,
  type HubProps,
  NEW_ASSET_TYPES,
  type NewAssetType,
  OPERATIONS,
} from "./hub.ts"

type AssetChange = Body<"PATCH /v1/energyhub-profiles/{id}/assets/{assetId}">
type Config = Readonly<Record<string, unknown>>

/** The numbers of an asset; panels on several surfaces stay unchanged. */
const ConfigFields = ({
  asset,
  onChange,
}: {
  asset: Asset
  onChange(change: AssetChange): Promise<Error | undefined>
}) => {
  const { hub, advanced } = useQuestionText()
  const config: Config = asset.config
  if ("roofSurfaces" in config) return null
  const shape = config.hourlyKw as number[] | undefined
  const set = (change: Config) => onChange({ config: change as NonNullable<AssetChange["config"]> })
  return (
    <>
      <div className="fields">
        {CONFIG_FIELDS[asset.assetType].map(([name, unit]) => (
          <NumberField
            key={name}
            label={hub.fields[name]}
            hint={unit}
            value={config[name] as number | undefined}
            onNumber={value => set({ [name]: value })}
          />
        ))}
      </div>
      {shape ? (
        <details className="advanced">
          <summary>{advanced}</summary>
          <HourShape hourlyKw={shape} maxKw={Math.max(...shape, 1)} onChange={hourlyKw => set({ hourlyKw })} />
        </details>
      ) : null}
    </>
  )
}

/** Meter in front of the panels, whose feed-in the panels explain. */
const Behind = ({
  hub,
  asset,
  onChange,
}: Pick<HubProps, "hub"> & { asset: Asset; onChange(change: AssetChange): unknown }) => {
  const { hub: text } = useQuestionText()
  const sources = hub.sources.filter(({ direction }) => direction === "consumption")
  if (asset.direction !== "generation" || sources.length === 0) return null
  const options = sources.map(({ id, name }) => [id, name] as const)
  return (
    <ChoiceAnswer<string>
      label={text.behind}
      options={[["", text.behindNone], ...options]}
      value={asset.behindSource ?? ""}
      onAnswer={source => onChange({ behindSource: source === "" ? null : source })}
    />
  )
}

const AssetCard = ({ asset, ...props }: HubProps & { asset: Asset }) => {
  const { kind, hub, onChange } = props
  const { ask } = useSession()
  const params = { id: hub.id, assetId: asset.id }
  const change = useAction(async (body: AssetChange) => {
    await ask(OPERATIONS[kind].changeAsset, { params, body })
    await onChange()
  })
  return (
    <article className="card stack" aria-busy={change.isBusy}>
      <PartHead
        part={asset}
        onEnabled={enabled => change.run({ enabled })}
        onRemove={() => ask(OPERATIONS[kind].removeAsset, { params })}
        onRemoved={onChange}
      />
      <Problem message={change.message} />
      <ConfigFields asset={asset} onChange={change.run} />
      <Behind hub={hub} asset={asset} onChange={change.run} />
    </article>
  )
}

/** Assets of the site other than its buildings: charge points, heat pumps, panels, other loads. */
export const Assets = (props: HubProps) => {
  const { kind, hub, onChange } = props
  const { ask } = useSession()
  const { hub: text } = useQuestionText()
  const add = useAction(async (assetType: NewAssetType) => {
    const config = FIRST_CONFIGS[assetType]
    const body = { assetType, name: text.types[assetType], config } as Body<"POST /v1/energyhub-profiles/{id}/assets">
    await ask(OPERATIONS[kind].addAsset, { params: { id: hub.id }, body })
    await onChange()
  })
  return (
    <section className="stack">
      <h2>{text.assets}</h2>
      <p className="small muted">{text.assetsLead}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
      <div className="row" role="group" aria-label={text.addAsset}>
        {NEW_ASSET_TYPES.map(type => (
          <button type="button" key={type} disabled={add.isBusy} onClick={() => add.run(type)}>
            + {text.types[type]}
          </button>
        ))}
      </div>
      <Problem message={add.message} />
      {hub.assets.length === 0 ? <p className="muted">{text.noAssets}</p> : null}
      {hub.assets.map(asset => (
        <AssetCard key={asset.id} {...props} asset={asset} />
      ))}
    </section>
  )
}
