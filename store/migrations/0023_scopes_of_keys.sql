-- Keys of before keep what they could do: webhook endpoints were not theirs to manage.
ALTER TABLE "api_keys" ADD COLUMN "scopes" jsonb DEFAULT '["read","write"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "scopes" SET DEFAULT '["read","write","webhooks"]'::jsonb;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "previous_secret_hash" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "previous_standard_key" "bytea";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "previous_until" timestamp (3) with time zone;