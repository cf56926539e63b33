import type { TSchema } from "@sinclair/typebox"
import { PriceItem } from "../../domain/report/offer/priceList.ts"
import { Offer, OfferInput, OfferLine, SentOffer, SharedOffer } from "../../domain/report/offer/schema.ts"
import { NewSite, SiteChanges } from "../../domain/request/site.ts"
import { AssetChangeShown, AssetInputShown } from "../../domain/site/profiles/assets.ts"
import { ProfileChart } from "../../domain/site/profiles/charts.ts"
import { HeatConfigInput } from "../../domain/site/profiles/heatConfig.ts"
import { LayerChange, LayerInput } from "../../domain/site/profiles/layers.ts"
import { EvConfigInput, RoofSurface, SolarConfigInput } from "../../domain/site/profiles/schema.ts"
import { SourceChange, SourceInput } from "../../domain/site/profiles/sources.ts"
import {
  ApiKeyItem,
  ApiKeyList,
  CreatedApiKey,
  LoginAnswer,
  SessionAnswer,
  TokenAnswer,
} from "../credentials/schemas.ts"
import { ErrorAnswer } from "../http/failure.ts"
import { ScanEvent } from "../v1/events/schemas.ts"
import { CreatedMember, Member, MemberList } from "../v1/members/schemas.ts"
import { Branding, Organization, OrganizationChanges } from "../v1/organizations/schemas.ts"
import { PriceListAnswer } from "../v1/price-list/schemas.ts"
import {
  HubDetail,
  ProfileInput,
  ProfileList,
  ProfileListItem,
  ProfileSummary,
  StudioDetail,
} from "../v1/profiles/schemas.ts"
import { Batch, BatchResult } from "../v1/scans/bulkSchemas.ts"
import { SentVersions } from "../v1/scans/offerSchemas.ts"
import { ProgressMessage, ScanList, scanComponents } from "../v1/scans/schemas.ts"
import { Series } from "../v1/scans/seriesSchemas.ts"
import { AcceptanceAnswer, ShareAnswer, SharedScan } from "../v1/scans/shareSchemas.ts"
import { SiteItem, SiteList } from "../v1/sites/schemas.ts"
import { Breakdown, Samples, Statistics } from "../v1/tariffs/schemas.ts"
import { Usage } from "../v1/usage/schemas.ts"
import {
  Delivery,
  DeliveryList,
  Endpoint,
  EndpointList,
  EndpointWithSecret,
  NewEndpoint,
} from "../v1/webhooks/schemas.ts"

/**
 * Names of the schemas that clients use by name. Other objects are named after their operation and field, so that every
 * object of the document has a name.
 */
export const schemaNames: Readonly<Record<string, TSchema>> = {
  Error: ErrorAnswer,
  ...scanComponents,
  ScanList,
  NewSite,
  SiteChanges,
  Site: SiteItem,
  SiteList,
  Batch,
  BatchResult,
  AcceptanceAnswer,
  ShareState: ShareAnswer,
  SharedScan,
  Offer,
  OfferInput,
  OfferLine,
  SentOffer,
  SentVersions,
  SharedOffer,
  PriceList: PriceListAnswer,
  PriceItem,
  Series,
  ScanProgress: ProgressMessage,
  ScanEvent,
  Branding,
  SolarConfig: SolarConfigInput,
  RoofSurface,
  EvConfig: EvConfigInput,
  HeatConfig: HeatConfigInput,
  NewProfile: ProfileInput,
  ProfileListItem,
  ProfileList,
  ProfileSummary,
  StudioProfile: StudioDetail,
  HubProfile: HubDetail,
  NewLayer: LayerInput,
  LayerChange,
  NewSource: SourceInput,
  SourceChange,
  NewAsset: AssetInputShown,
  AssetChange: AssetChangeShown,
  ProfileChart,
  RateStatistics: Statistics,
  RateSamples: Samples,
  RateBreakdown: Breakdown,
  Login: LoginAnswer,
  Session: SessionAnswer,
  AccessToken: TokenAnswer,
  ApiKey: ApiKeyItem,
  ApiKeyList,
  CreatedApiKey,
  Member,
  MemberList,
  CreatedMember,
  Organization,
  OrganizationChanges,
  Usage,
  NewWebhookEndpoint: NewEndpoint,
  WebhookEndpoint: Endpoint,
  WebhookEndpointList: EndpointList,
  WebhookEndpointWithSecret: EndpointWithSecret,
  WebhookDelivery: Delivery,
  WebhookDeliveryList: DeliveryList,
}
