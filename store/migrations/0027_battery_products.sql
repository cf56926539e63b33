CREATE TABLE "battery_products" (
	"organization_id" uuid NOT NULL,
	"id" text NOT NULL,
	"capacity_kwh" double precision NOT NULL,
	"power_kw" double precision NOT NULL,
	"max_count" integer NOT NULL,
	"product" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "battery_products_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "battery_products" ADD CONSTRAINT "battery_products_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;