//! The least that reads an item for a request.

use aws_sdk_dynamodb::types::AttributeValue;
use lambda_http::{Body, Error, Request, RequestExt, Response, run, service_fn, tracing};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let table = std::env::var("TABLE_NAME")?;
    let shared = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
    let client = aws_sdk_dynamodb::Client::new(&shared);
    run(service_fn(|request: Request| {
        let (client, table) = (client.clone(), table.clone());
        async move {
            let parameters = request.path_parameters();
            let id = parameters.first("id").unwrap_or_default();
            let read = client
                .get_item()
                .table_name(table)
                .key("pk", AttributeValue::S(format!("ROOM#{id}")))
                .key("sk", AttributeValue::S("ROOM".to_owned()))
                .send()
                .await?;
            let found = read.item().is_some().to_string();
            Ok::<_, Error>(Response::new(Body::Text(found)))
        }
    }))
    .await
}
